/** The value of `--rate`. */
import { InvalidArgumentError } from 'commander';

const MOST = 100_000;

/** As the sandbox takes it; without a burst it is as many as a second. */
export interface RateOption {
  ratePerSecond: number;
  burst?: number;
}

/** Takes `10`, `10/s` or `10/s,burst=50`; throws InvalidArgumentError with what is allowed. */
export function perSecond(text: string): RateOption {
  const [, rate, burst] = /^(\d+)(?:\/s)?(?:,burst=(\d+))?$/.exec(text) ?? [];
  const numbers = [rate ?? 0, burst ?? 1].map(Number);
  if (numbers.some((number) => number < 1 || number > MOST)) {
    throw new InvalidArgumentError(`It takes N/s or N/s,burst=N, with whole numbers from 1 to ${MOST}.`);
  }
  return { ratePerSecond: Number(rate), ...(burst === undefined ? {} : { burst: Number(burst) }) };
}
