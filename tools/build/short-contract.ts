import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract, type EndpointName } from '#contract/index.ts';

const ENDPOINT_NAMES = Object.keys(contract) as EndpointName[];

/**
 * Shortens the contract in the browser's build. Pages need how to call an endpoint, and who may where not everybody may;
 * forms need the schemas without the addresses. `only`: the endpoints that are called there.
 */
export const shortContract = (only: readonly EndpointName[] = ENDPOINT_NAMES): Plugin => ({
  name: 'short-contract',
  apply: 'build',
  enforce: 'pre',
  transform(code, id) {
    if (!id.startsWith(join(import.meta.dirname, '../../contract/'))) return undefined;
    if (!id.endsWith('/table.ts'))
      return code
        .replaceAll(/\b(?:get|post|put|del)\(\s*'\/api[^']*',\s*'[^']*',/g, '(')
        .replaceAll(/\bthrows: (?:\[[^\]]*\]|\w+)(?:,|(?= \}))/g, '');
    // By method, row of the policy and tags, one line each: what repeats would be a part of the first view.
    const called = only.map((name): [string, Endpoint] => [name, contract[name]]);
    const groups = Map.groupBy(called, ([, endpoint]) => {
      const { method, access, reads = [], changes = [] } = endpoint;
      const isForAll = access === 'public' || access === 'kiosk' || access === 'signed-in';
      // An endpoint for reading changes nothing; of the others nobody asks what they read.
      return [method, isForAll ? '' : access, ...reads, ...changes].join(' ');
    });
    const text = [...groups].map(([group, endpoints]) =>
      [group, ...endpoints.map(([name, { path }]) => `${name} ${path.slice('/api/'.length)}`)].join('\n'),
    );
    return `export const table = Object.fromEntries(${JSON.stringify(text)}.flatMap((text) => {
      const [group, ...lines] = text.split('\\n');
      const [method, access, ...tags] = group.split(' ');
      const of = method === 'GET' ? 'reads' : 'changes';
      return lines.map((line) => {
        const [name, path] = line.split(' ');
        return [name, { method, path: '/api/' + path, access, [of]: tags }];
      });
    }));`;
  },
});
