-- Lets a new id in among the pending, once.
--
-- KEYS  1 the job's row   2 the pending set   3 its lane   4 the ring of lanes
-- ARGV  1 id   2 payload   3 the end of the lane's key   4 group, or nothing
-- Answers 'enqueued', or 'duplicate' if the id has a row; then nothing was changed.

if redis.call('EXISTS', KEYS[1]) == 1 then
  return 'duplicate'
end
-- One score for all: members of equal score lie in the order of their bytes, which is the order of minting.
redis.call('ZADD', KEYS[2], 0, ARGV[1])
-- A lane that was empty, and so not there, joins the ring at its end.
if redis.call('EXISTS', KEYS[3]) == 0 then
  redis.call('RPUSH', KEYS[4], ARGV[3])
end
redis.call('ZADD', KEYS[3], 0, ARGV[1])
redis.call('HSET', KEYS[1], 'state', 'pending', 'attempts', 0, 'payload', ARGV[2], 'beyond', '')
if ARGV[4] then
  redis.call('HSET', KEYS[1], 'group', ARGV[4])
end
return 'enqueued'
