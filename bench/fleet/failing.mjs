// The ways in which an inbox of the fleet fails: what is made wrong, what plan and apply exit with because of it, and what
// they say under its name. `null`: that command succeeds there.
const of = (plan, apply = plan) => ({ plan, apply });

/**
 * Each by its name. `fault`: one of test/harness/sandbox; `ofKey`, `env`, `account`, `rulesOf`: in the place of what is usual.
 */
export const FAILING = {
  'key revoked': { ofKey: null, exit: of(1), says: /Invalid API key/ },
  'key expired': { ofKey: { expiresAt: '2026-01-01T00:00:00Z' }, exit: of(1), says: /Invalid API key/ },
  'key of no inbox': { ofKey: { inbox: null }, exit: of(1), says: /not bound to an inbox/ },
  'key without RULES_READ': { ofKey: { scopes: ['STATS_READ'] }, exit: of(1), says: /RULES_READ/ },
  'key without RULES_WRITE': {
    ofKey: { scopes: ['RULES_READ'] },
    rulesOf: 'behind',
    exit: of(null, 1),
    says: /RULES_WRITE/,
  },
  'key not set': { env: false, exit: of(3), says: /is not set|empty/ },
  'always 500': { fault: '* * 500-before', exit: of(1), says: /500/ },
  'always 429': { fault: '* * 429', exit: of(1), says: /429|Too many/ },
  'writes are 500': { fault: 'POST * 500-before', rulesOf: 'behind', exit: of(null, 1), says: /500/ },
  'writes are reset': {
    fault: 'POST * reset-before',
    rulesOf: 'behind',
    exit: of(null, 1),
    says: /reset|closed|connection/i,
  },
  hangs: { fault: '* * hang-before', exit: of(1), says: /seconds|time/i },
  'broken JSON': { fault: 'GET * half-json', exit: of(1), says: /JSON/ },
  'page of a proxy': { fault: '* * html', exit: of(1), says: /HTML|JSON/ },
  'connection reset': { fault: '* * reset-before', exit: of(1), says: /reset|closed|connection/i },
  'answer cut off': { fault: 'GET * truncated', exit: of(1), says: /closed|cut|ended|connection|terminated/i },
  redirected: { fault: '* * redirect', exit: of(1), says: /redirect/i },
  'too many deletes': { rulesOf: 'ahead', exit: of(4), says: /delete/ },
  'no such folder of rules': { account: { rules: ['../rules/nowhere'] }, exit: of(3), says: /nowhere/ },
  'a rule with a mistake': { account: { rules: ['../wrong'] }, exit: of(3), says: /LABLE/ },
  'http:// to another machine': { account: { baseUrl: 'http://mail.example.com/api/v1' }, exit: of(3), says: /http/ },
  'nothing listens': {
    account: { baseUrl: 'http://127.0.0.1:1/api/v1' },
    exit: of(1),
    says: /refused|ECONNREFUSED|connect/i,
  },
};
