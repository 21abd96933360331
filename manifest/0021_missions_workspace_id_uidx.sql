-- Redundant with the primary key of missions, and needed: a foreign key of two columns refers to a key of these two.
CREATE UNIQUE INDEX CONCURRENTLY missions_workspace_id_uidx ON mosaic.missions (workspace_id, id);
