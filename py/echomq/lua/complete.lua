-- Deletes a job, if the token holds it.
--
-- KEYS  1 the job's row   2 the active set
-- ARGV  1 id   2 token
-- Answers 'ok'; or 'gone' if there is no row, 'stale' if it isn't held under this token, and nothing was changed.

local row = redis.call('HMGET', KEYS[1], 'state', 'attempts', 'beyond')
if not row[1] then
  return 'gone'
end
-- The token alone would not do: a row that waits still shows the number of its last claim.
if row[1] ~= 'active' or row[2] ~= ARGV[2] then
  return 'stale'
end
redis.call('ZREM', KEYS[2], row[3] .. ARGV[1])
redis.call('DEL', KEYS[1])
return 'ok'
