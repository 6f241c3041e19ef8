/** Serves with a data file until it is killed, for the durability test. Arguments: data file, key. */
import { startSandbox } from '../../src/sandbox/sandbox.ts';

const [, , dataFile, key] = process.argv;
const { baseUrl } = await startSandbox({ dataFile, key, profile: 'newer' });
process.send?.(baseUrl);
