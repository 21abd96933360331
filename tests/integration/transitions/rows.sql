-- Some rows of every kind of column, and in every area.
INSERT INTO public.users (id, name, email) SELECT 'u' || n, 'User ' || n, n || '@example.org' FROM generate_series(1, 50) n;
INSERT INTO public.teams (name, slug, owner_id) SELECT 'Team ' || n, 'team-' || n, 'u' || n FROM generate_series(1, 10) n;
INSERT INTO public.team_members (team_id, user_id) SELECT id, owner_id FROM public.teams;
INSERT INTO public.projects (name, owner_id, status) SELECT 'Project ' || n, 'u' || n, 'paused' FROM generate_series(1, 20) n;
INSERT INTO public.missions (name, project_id) SELECT 'Mission of ' || name, id FROM public.projects;
INSERT INTO public.tasks (title, project_id, priority) SELECT 'Task of ' || name, id, 'high' FROM public.projects;
INSERT INTO public.backlog (title, labels) SELECT 'Item ' || n, ARRAY['a', 'b'] FROM generate_series(1, 30) n;
INSERT INTO public.conversations (user_id) SELECT id FROM public.users;
INSERT INTO public.messages (conversation_id, role, content) SELECT id, 'tool', 'some words' FROM public.conversations;
INSERT INTO public.insights (user_id, content, embedding)
SELECT id, 'known', ('[' || array_to_string(array_fill(0.5, ARRAY[1536]), ',') || ']')::public.vector FROM public.users;
INSERT INTO public.events (type, source) SELECT 'something', 'test' FROM generate_series(1, 100);
INSERT INTO public.model_usage (user_id, provider, model) SELECT id, 'p', 'm' FROM public.users;
INSERT INTO public.federation_peers (name, endpoint, certificate_sha256) VALUES ('peer', 'https://peer', 'aa');
INSERT INTO public.scheduled_jobs (name, schedule, handler) VALUES ('job', '* * * * *', 'handler');
INSERT INTO public.job_runs (job_id) SELECT id FROM public.scheduled_jobs;
