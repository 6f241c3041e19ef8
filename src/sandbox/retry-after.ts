/** Gives a time one of the two ways that HTTP has for Retry-After: seconds, or a date. `now` in milliseconds. */
export function retryAfter(seconds: number, asDate: boolean, now: number): string {
  const whole = Math.ceil(seconds);
  return asDate ? new Date(now + (whole + 1) * 1000).toUTCString() : String(whole);
}
