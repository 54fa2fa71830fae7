-- Moves the deadline of a job that the token holds.
--
-- KEYS  1 the job's row   2 the active set
-- ARGV  1 id   2 token
--       3 deadline, in milliseconds; after a plus sign, so many of them after this server's clock
--       4 what of the deadline lies beyond a score
-- Answers 'ok'; or 'gone' if there is no row, 'stale' if it isn't held under this token, and nothing was changed.

local row = redis.call('HMGET', KEYS[1], 'state', 'attempts', 'beyond')
if not row[1] then
  return 'gone'
end
if row[1] ~= 'active' or row[2] ~= ARGV[2] then
  return 'stale'
end

local deadline = ARGV[3]
if string.sub(deadline, 1, 1) == '+' then
  local clock = redis.call('TIME')
  deadline = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(deadline))
end
-- The member may differ from the one before in what lies beyond the score.
redis.call('ZREM', KEYS[2], row[3] .. ARGV[1])
redis.call('ZADD', KEYS[2], deadline, ARGV[4] .. ARGV[1])
redis.call('HSET', KEYS[1], 'beyond', ARGV[4])
return 'ok'
