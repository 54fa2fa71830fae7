-- Counts the four sets at one moment; four commands would see four.
--
-- KEYS  1 pending   2 schedule   3 active   4 dead
-- Answers how many ids each holds.

return {
  redis.call('ZCARD', KEYS[1]),
  redis.call('ZCARD', KEYS[2]),
  redis.call('ZCARD', KEYS[3]),
  redis.call('ZCARD', KEYS[4]),
}
