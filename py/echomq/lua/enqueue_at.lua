-- Lets a new id in for later, once.
--
-- KEYS  1 the job's row   2 the schedule
-- ARGV  1 id   2 payload   3 due, in milliseconds   4 what of it lies beyond a score   5 group, or nothing
-- Answers 'scheduled', or 'duplicate' if the id has a row; then nothing was changed.

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 'duplicate'
end
redis.call('ZADD', KEYS[2], ARGV[3], ARGV[4] .. ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'scheduled', 'attempts', 0, 'payload', ARGV[2], 'beyond', ARGV[4])
if ARGV[5] then
  redis.call('HSET', KEYS[1], 'group', ARGV[5])
end
return 'scheduled'
