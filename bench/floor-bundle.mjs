// The programs that inboxctl is measured against, bundled as it is.
import { rolldown } from 'rolldown';
import { OPTIONS, OUTPUT } from '../scripts/bundling.mjs';

/** Takes the source of a program and the path of the bundle that it writes. */
export async function bundleFloor(input, file) {
  const floor = await rolldown({ ...OPTIONS, input });
  await floor.write({ ...OUTPUT, file, format: 'cjs', codeSplitting: false });
}
