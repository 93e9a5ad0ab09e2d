/**
 * Builds and runs `deploy/Dockerfile` without Docker: each stage is an overlay over this machine's files, in which its steps run
 * in order. In place of the base images, which only a registry has, stands this machine, without what belongs to the project.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { root as context } from '#tools/bench/processes.ts';

type Instruction = { name: string; text: string };

/** The instructions of a Dockerfile, by stage; each stage begins with its FROM. */
function readDockerfile(source: string): Instruction[][] {
  const lines = source
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\\\n/g, ' ')
    .split('\n');
  const stages: Instruction[][] = [];
  for (const line of lines.filter((each) => each.trim())) {
    const [, name = '', rest = ''] = line.match(/^(\w+)\s+(.*)$/) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text: rest.trim() });
  }
  return stages;
}

/** What a stage has come to. `changes` holds what its steps wrote. */
export type Image = {
  folder: string;
  changes: string;
  workdir: string;
  user: string;
  env: Record<string, string>;
  volumes: string[];
  ports: number[];
  healthcheck: string[];
  cmd: string[];
};

const quote = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

/** Shell commands that mount the image's files at $R, without the project's own, in a namespace of mounts. */
const mounted = ({ folder }: Image) => `
  R=${folder}/root
  mount -t overlay overlay -o lowerdir=/,upperdir=${folder}/changes,workdir=${folder}/work $R
  mount -t tmpfs tmpfs $R${context}
  mount -t tmpfs tmpfs $R/tmp
  mount --rbind /dev $R/dev
  mount -t proc proc $R/proc
`;

/** Words that run a command as the image's user, with its environment only, in its folder. */
const asUser = ({ user, env, workdir }: Image, command: string[], settings: Record<string, string> = {}) => [
  ...[
    'setpriv',
    `--reuid=${user}`,
    `--regid=${user}`,
    '--init-groups',
    '--no-new-privs',
    '--bounding-set=-all',
  ],
  ...['--inh-caps=-all', 'env', '-i', `--chdir=${workdir}`],
  ...Object.entries({ ...env, ...settings }).map(([name, value]) => `${name}=${value}`),
  ...command,
];

/** Runs a shell script in namespaces of its own; returns its output. Throws with the output if it fails. */
async function run(script: string): Promise<string> {
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', `exec 2>&1\n${script}`];
  const child = spawn('unshare', args, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`${script}\nended with ${code}:\n${output}`);
  return output;
}

/** Settings for reaching the package registry, which a container gets from Docker. */
const network = Object.entries(process.env).filter(([name]) =>
  /^(https?_proxy|no_proxy|npm_config_(registry|cache|cafile)|node_extra_ca_certs)$/i.test(name),
);

/** Runs the stages; returns the last one's image, and how to remove everything. */
export async function buildImage(): Promise<{ image: Image; remove: () => void }> {
  const home = mkdtempSync(join(tmpdir(), 'maina-container-'));
  const stages = readDockerfile(readFileSync(join(context, 'deploy/Dockerfile'), 'utf8'));
  // Patterns of deploy/Dockerfile.dockerignore begin at the context's folder, as anchored ones of tar.
  mkdirSync(join(home, 'context'));
  const ignored = [
    '--anchored',
    '--no-wildcards-match-slash',
    `--exclude-from=${context}/deploy/Dockerfile.dockerignore`,
  ];
  await run(
    `cd ${context}; ls -A | tar -c ${ignored.join(' ')} -T - | tar -x --no-same-owner -C ${home}/context`,
  );
  const sources = new Map([['', join(home, 'context')]]);
  const built: Image[] = [];
  for (const [index, steps] of stages.entries()) {
    const folder = join(home, String(index));
    for (const part of ['root', 'work', 'changes']) mkdirSync(join(folder, part), { recursive: true });
    const image: Image = {
      ...{ folder, changes: join(folder, 'changes'), workdir: '/', user: 'root', volumes: [], ports: [] },
      ...{
        env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
        healthcheck: [],
        cmd: [],
      },
    };
    built.push(image);
    for (const step of steps) await take(step, image, sources);
  }
  const image = built.at(-1);
  if (!image) throw new Error('The Dockerfile has no stage');
  return { image, remove: () => rmSync(home, { recursive: true, force: true }) };
}

async function take(
  { name, text: given }: Instruction,
  image: Image,
  sources: Map<string, string>,
): Promise<void> {
  if (name === 'FROM') {
    const [base = '', , alias] = given.split(/\s+/);
    if (alias) sources.set(alias, image.changes);
    // Debian's image has no Node; and none has a folder of ours.
    const absent = base.startsWith('debian:')
      ? '/usr/bin/node /usr/bin/npm /usr/local/bin/node /usr/local/bin/npm'
      : '';
    await run(`${mounted(image)} for each in /app /data ${absent}; do rm -rf $R$each; done`);
  } else if (name === 'RUN') {
    const env = {
      ...Object.fromEntries(network),
      npm_config_prefer_offline: 'true',
      HOME: '/root',
      ...image.env,
    };
    const set = Object.entries(env).map((pair) => quote(pair.join('=')));
    await run(
      `${mounted(image)} chroot --userspec=${image.user} $R env -i --chdir=${image.workdir} ${set.join(' ')} sh -c ${quote(given)}`,
    );
  } else if (name === 'COPY') {
    const words = given.split(/\s+/);
    const from = words[0]?.startsWith('--from=') ? (words.shift() ?? '').slice('--from='.length) : '';
    const [folder, target = ''] = [sources.get(from), words.pop()];
    if (!folder) throw new Error(`No stage ${from}`);
    await run(`${mounted(image)} cd $R${image.workdir}
      for each in ${words.map((word) => quote(join(folder, word))).join(' ')}; do
        if [ -d "$each" ]; then mkdir -p ${target}; cp -a "$each/." ${target}; else cp -a "$each" ${target}; fi
      done`);
  } else if (name === 'ENV') {
    Object.assign(image.env, Object.fromEntries(given.split(/\s+/).map((pair) => pair.split('='))));
  } else if (name === 'WORKDIR') {
    image.workdir = given;
    await run(`${mounted(image)} mkdir -p $R${given}`);
  } else if (name === 'USER') image.user = given;
  else if (name === 'VOLUME') image.volumes.push(given);
  else if (name === 'EXPOSE') image.ports.push(Number(given));
  else if (name === 'HEALTHCHECK') image.healthcheck = JSON.parse(given.slice(given.indexOf('[')));
  else if (name === 'CMD') image.cmd = JSON.parse(given);
  else throw new Error(`This instruction is not known here: ${name}`);
}

/** Runs a command as root in the image, whose files it may change; returns its output. */
export const runInImage = (image: Image, script: string) =>
  run(`${mounted(image)} chroot $R sh -c ${quote(script)}`);

export type Container = {
  /** Of its process 1, in this machine's numbers. */
  pid: number;
  exited: Promise<unknown[]>;
  /** The folder of each volume. */
  volume: (path: string) => string;
  /** Runs a command beside it, as `docker exec` does; returns its exit code. */
  exec(command: string[]): Promise<number>;
};

/** Starts the image's command as deploy/compose.yaml has it: files read-only, no capabilities, /tmp in memory. */
export async function startContainer(image: Image, settings: Record<string, string>): Promise<Container> {
  const volumes = mkdtempSync(join(image.folder, 'volumes-'));
  const volume = (path: string) => join(volumes, path);
  const script = `${mounted(image)}
    ${image.volumes.map((path) => `cp -a ${image.changes}${path} ${volume(path)}; mount --bind ${volume(path)} $R${path}`).join('\n')}
    mount -o remount,ro $R
    exec chroot $R ${asUser(image, image.cmd, settings).map(quote).join(' ')}`;
  const args = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-ec', script];
  const child: ChildProcess = spawn('unshare', args, { cwd: '/', stdio: ['ignore', 'ignore', 'inherit'] });
  const exited = once(child, 'exit');
  const children = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').trim();
  while (child.exitCode === null && !children()) await new Promise((resolve) => setTimeout(resolve, 10));
  const pid = Number(children());
  if (!pid) throw new Error('The container did not start');
  return {
    pid,
    exited,
    volume,
    async exec(command) {
      const inside = ['--target', String(pid), '--mount', '--pid', '--root'];
      const beside = spawn('nsenter', [...inside, ...asUser(image, command, settings)], { stdio: 'ignore' });
      const [code] = await once(beside, 'exit');
      return code;
    },
  };
}
