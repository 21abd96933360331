SELECT 'identity', format('%s row of version %s', count(*), max(control_version)) FROM mosaic_control.identity
