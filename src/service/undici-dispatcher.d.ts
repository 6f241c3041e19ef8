/**
 * undici's dispatcher modules by their own files: the whole package costs twice their start-up time (measured: 26 ms
 * more). undici 7 declares no `exports`, so these paths resolve.
 */
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';
  export default Pool;
}

declare module 'undici/lib/core/connect.js' {
  import type { Socket } from 'node:net';
  import type { buildConnector } from 'undici';

  /** undici's own types leave out that a connector returns the socket that it opens. */
  const connectorOf: (
    options: buildConnector.BuildOptions,
  ) => (options: buildConnector.Options, callback: buildConnector.Callback) => Socket;
  export default connectorOf;
}
