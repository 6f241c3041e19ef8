/** What doctor sees of an account: its settings, the way to its service, and what its key may do there. */
import type { Finding } from '../../diagnostics/diagnostic.ts';
import type { Probed } from '../../diagnostics/results.ts';
import { checkBaseUrl } from '../../service/address.ts';
import { type HttpProxy, throughProxy } from '../../service/proxy.ts';
import { failure, type ProbeDefinition, type ProbeFinding, probing, told } from './probing.ts';
import { readScope, statisticsScope, writeScope } from './scopes.ts';
import { type Asking, profileOf, Service } from './service.ts';

export interface AccountFacts extends Asking {
  name: string;
  /** As it is used; or what is wrong with it. */
  baseUrl: string | readonly Finding[];
  /** The variable or file that the key comes from; or what is wrong with it. */
  apiKey: string | readonly Finding[];
  /** null: none. */
  proxy: HttpProxy | null;
  /** What the environment says of proxies and of allowed hosts, each with how bad it is; nothing where it says nothing. */
  ofProxy: readonly ProbeFinding[];
  ofHosts: readonly ProbeFinding[];
}

/** Sends three requests at most, and changes nothing. */
export function examineAccount(facts: AccountFacts): Promise<Probed[]> {
  return probing(PROBES, { ...facts, service: new Service(facts) }, facts.name);
}

type DoctorFacts = AccountFacts & { service: Service };

/** How far the two clocks may be apart, in ms. */
const SKEW_MS = 5 * 60_000;

const PROBES: readonly ProbeDefinition<DoctorFacts>[] = [
  {
    name: 'base-url',
    look: ({ baseUrl }) => {
      if (typeof baseUrl !== 'string') return failures(baseUrl);
      const endsAsUsual = baseUrl.endsWith('/api/v1');
      return told({ code: 'base-url-set', args: { baseUrl, endsAsUsual } }, endsAsUsual ? 'ok' : 'warning');
    },
  },
  {
    name: 'api-key',
    look: ({ apiKey }) =>
      typeof apiKey === 'string' ? told({ code: 'api-key-set', args: { from: apiKey } }) : failures(apiKey),
  },
  { name: 'proxy', look: ({ ofProxy }) => ofProxy },
  { name: 'allowed-hosts', look: ({ ofHosts }) => ofHosts },
  {
    name: 'connection',
    needs: ['base-url', 'api-key', 'proxy', 'allowed-hosts'],
    look: async (facts) => {
      const { brokenAt, error } = await facts.service.list();
      if (brokenAt === 'connection') return failure(error);
      return told({ code: 'connected', args: { host: urlOf(facts).host, through: throughProxy(facts.proxy) } });
    },
  },
  {
    name: 'tls',
    needs: ['connection'],
    look: async (facts) => {
      const { brokenAt, error } = await facts.service.list();
      if (brokenAt === 'tls') return failure(error);
      const { protocol, host, href } = urlOf(facts);
      if (protocol === 'https:') return told({ code: 'tls-trusted', args: { host } });
      const isLoopback = 'ok' in checkBaseUrl(href);
      return told({ code: 'tls-unused', args: { isLoopback } }, isLoopback ? 'ok' : 'warning');
    },
  },
  {
    name: 'api',
    needs: ['tls'],
    look: async ({ service }) => {
      const { error, status } = await service.list();
      // What refuses the key in the API's own way is the API.
      const isApi = error === null || ((status === 401 || status === 403) && error.reason !== 'base-url');
      return isApi ? told({ code: 'api-answers', args: {} }) : failure(error);
    },
  },
  {
    name: 'key',
    needs: ['api'],
    look: async ({ service }) => {
      const { error, status } = await service.list();
      const isRefused = status === 401 || error?.reason === 'account';
      return isRefused ? failure(error) : told({ code: 'key-accepted', args: {} });
    },
  },
  {
    name: 'RULES_READ',
    needs: ['key'],
    look: async ({ service }) => readScope('RULES_READ', await service.list(), 'failed'),
  },
  {
    name: 'RULES_WRITE',
    needs: ['key'],
    look: async ({ service }) => writeScope(await service.write()),
  },
  {
    name: 'STATS_READ',
    needs: ['key'],
    look: async ({ service }) => statisticsScope(await service.statistics()),
  },
  {
    name: 'clock',
    needs: ['tls'],
    look: ({ service: { skew } }) => {
      if (skew === null) return told({ code: 'clock-not-told', args: {} }, 'skipped');
      const seconds = Math.round(skew / 1000);
      if (Math.abs(skew) > SKEW_MS) return told({ code: 'clock-off', args: { seconds } }, 'warning');
      return told({ code: 'clock-right', args: { seconds } });
    },
  },
  {
    name: 'service',
    needs: ['api'],
    look: async ({ service }) => {
      const { rules } = await service.list();
      const profile = profileOf(service.looks, rules ?? []);
      if (profile === null) return told({ code: 'service-not-told', args: {} }, 'skipped');
      return told({ code: 'service-resembles', args: { profile } });
    },
  },
  {
    name: 'live-rules',
    needs: ['RULES_READ'],
    look: async ({ service }) => {
      const { rules } = await service.list();
      return told({ code: 'live-rules', args: { count: rules?.length ?? 0 } });
    },
  },
];

function failures(findings: readonly Finding[]): ProbeFinding[] {
  return findings.flatMap((finding) => told(finding, 'failed'));
}

function urlOf({ baseUrl }: AccountFacts): URL {
  return new URL(String(baseUrl));
}
