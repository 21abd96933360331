-- In the order in which the server tries them. A line with an error is not in force; the file is then older than it looks.
SELECT line_number, coalesce(type, ''), coalesce(array_to_string(database, ','), ''), coalesce(array_to_string(user_name, ','), ''),
    coalesce(concat_ws(' ', address, netmask), ''), coalesce(auth_method, ''), coalesce(error, '')
FROM pg_hba_file_rules
ORDER BY rule_number NULLS LAST, line_number
