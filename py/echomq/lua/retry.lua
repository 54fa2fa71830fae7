-- Gives a job back that the token holds: for later, or for good if its attempts are spent.
--
-- KEYS  1 the job's row   2 the active set   3 the schedule   4 the dead set
-- ARGV  1 id   2 token   3 how many attempts are the most   4 error
--       5 due, in milliseconds; after a plus sign, so many of them after this server's clock
--       6 what of that lies beyond a score
-- Answers 'scheduled' or 'dead'; or 'gone' if there is no row, 'stale' if it isn't held under this token, and nothing
-- was changed.

local row = redis.call('HMGET', KEYS[1], 'state', 'attempts', 'beyond')
if not row[1] then
  return 'gone'
end
if row[1] ~= 'active' or row[2] ~= ARGV[2] then
  return 'stale'
end
redis.call('ZREM', KEYS[2], row[3] .. ARGV[1])

if tonumber(row[2]) >= tonumber(ARGV[3]) then
  redis.call('ZADD', KEYS[4], 0, ARGV[1])
  redis.call('HSET', KEYS[1], 'state', 'dead', 'last_error', ARGV[4], 'beyond', '')
  return 'dead'
end

local due = ARGV[5]
if string.sub(due, 1, 1) == '+' then
  local clock = redis.call('TIME')
  due = string.format('%.0f', clock[1] * 1000 + math.floor(clock[2] / 1000) + tonumber(due))
end
redis.call('ZADD', KEYS[3], due, ARGV[6] .. ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'scheduled', 'last_error', ARGV[4], 'beyond', ARGV[6])
return 'scheduled'
