-- After acting as the extension's owner.
DO $self$
BEGIN
    IF current_user <> session_user THEN
        RAISE EXCEPTION 'BOOTSTRAP_ASSERTION_FAILED: the session still acts as %', current_user;
    END IF;
END
$self$;
