/** Preloaded into the site: each SIGUSR2 moves its clock by CLOCK_DAYS, as a change of the system clock would. */
const dayMs = 24 * 60 * 60_000;
const days = Number(process.env.CLOCK_DAYS ?? 400);
const RealDate = Date;
let shiftMs = 0;

class MovedDate extends RealDate {
  constructor(...given: unknown[]) {
    // Without arguments: the current time.
    if (given.length === 0) super(MovedDate.now());
    else super(...(given as [number]));
  }
  static override now(): number {
    return RealDate.now() + shiftMs;
  }
}

globalThis.Date = MovedDate as DateConstructor;
process.on('SIGUSR2', () => {
  shiftMs += days * dayMs;
});
