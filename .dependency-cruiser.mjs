// The layers of the house: imports go down only. The reason stands beside each rule.

/** A layer, and what of ours it may import besides itself. */
const LAYERS = {
  model: [],
  // What can be said to a user is decided in every layer above, so all of them can reach it.
  diagnostics: ['model'],
  // What a matcher does to a mail decides which of its texts are pitfalls.
  planning: ['model', 'diagnostics', 'mail'],
  mail: ['model', 'diagnostics'],
  source: ['model', 'diagnostics'],
  service: ['model', 'diagnostics'],
  report: ['model', 'diagnostics'],
  sandbox: ['model'],
  engine: ['model', 'diagnostics', 'planning', 'mail', 'source', 'service'],
  cli: ['model', 'diagnostics', 'planning', 'mail', 'source', 'service', 'report', 'engine', 'sandbox'],
  action: ['model', 'diagnostics', 'planning', 'mail', 'source', 'service', 'report', 'engine', 'cli'],
};

const layerRules = Object.entries(LAYERS).map(([layer, below]) => ({
  name: `${layer}-imports-down-only`,
  comment: `src/${layer} may import ${below.length === 0 ? 'nothing of ours' : below.join(', ')}.`,
  severity: 'error',
  from: { path: `^src/${layer}/` },
  to: { path: '^src/', pathNot: `^src/(${[layer, ...below].join('|')})/` },
}));

export default {
  forbidden: [
    ...layerRules,
    {
      name: 'pure-does-no-io',
      comment:
        'Deciding and rendering must give the same for the same input: no files, network, environment or processes.',
      severity: 'error',
      from: { path: '^src/(model|diagnostics|planning|mail|report)/' },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?(crypto|util)$' },
    },
    {
      name: 'the-executor-decides-without-io',
      comment: 'What an apply does next is decided from what it was told, so that every path can be tested.',
      severity: 'error',
      from: { path: '^src/engine/apply/', pathNot: '/drive\\.ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'http-in-one-place',
      comment: 'There is one way to the service.',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(service|sandbox)/' },
      to: { path: '^(node:)?https?$|node_modules/undici/' },
    },
    {
      name: 'sandbox-is-for-the-shell',
      comment: 'Only the command that starts it knows the embedded service, and what prints the schema of its seed.',
      severity: 'error',
      from: {
        path: '^src/',
        pathNot: '^src/(sandbox/|cli/commands/sandbox\\.ts$|cli/sandbox/|cli/schemas/schemas\\.ts$)',
      },
      to: { path: '^src/sandbox/' },
    },
    {
      name: 'no-cycles',
      comment: 'A cycle means that two files are one.',
      severity: 'error',
      from: { path: '^src/' },
      to: { circular: true },
    },
    {
      name: 'no-tests-in-the-product',
      comment: 'The product stands without its tests.',
      severity: 'error',
      from: { path: '^src/' },
      to: { path: '^(test|bench|scripts)/' },
    },
    {
      name: 'declared-packages-only',
      comment:
        'A package that another one brings can be gone tomorrow. All of them are bundled, so all are for development.',
      severity: 'error',
      from: { path: '^src/' },
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown', 'unknown', 'undetermined'] },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
  },
};
