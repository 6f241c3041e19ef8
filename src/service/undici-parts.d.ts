/** The files of undici that a run without a proxy needs. All of undici takes 40 ms longer to load (measured). */
declare module 'undici/lib/dispatcher/agent.js' {
  export { Agent as default } from 'undici';
}

declare module 'undici/lib/core/connect.js' {
  export { buildConnector as default } from 'undici';
}
