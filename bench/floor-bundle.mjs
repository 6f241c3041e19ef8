// The floor, bundled as the program is.
import { rolldown } from 'rolldown';
import { OPTIONS, OUTPUT } from '../scripts/bundling.mjs';

/** Takes the path of the bundle that it writes. */
export async function bundleFloor(file) {
  const floor = await rolldown({ ...OPTIONS, input: 'bench/floor.mjs' });
  await floor.write({ ...OUTPUT, file, format: 'cjs', codeSplitting: false });
}
