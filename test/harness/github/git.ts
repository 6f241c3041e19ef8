/** The git side of a repository: objects named as git names them, and branches. A tree is flat here: full paths to blobs. */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { addPack, type GitObject } from './pack.ts';
import { notFound, Refusal } from './refusal.ts';

export interface Commit {
  sha: string;
  message: string;
  tree: string;
  parents: string[];
}

/** What happens to a file. */
interface TreeEntry {
  path: string;
  mode: string;
  sha?: string | null | undefined;
  content?: string | undefined;
}

export interface TreeFile {
  mode: string;
  sha: string;
}

export class Git {
  readonly #blobs = new Map<string, Buffer>();
  readonly #trees = new Map<string, ReadonlyMap<string, TreeFile>>();
  readonly #commits = new Map<string, Commit>();
  /** By their name without refs/heads/. */
  readonly #branches = new Map<string, string>();
  /** By their names. */
  readonly #objects = new Map<string, GitObject>();
  /** How many of the objects each clone has; they come in the order in which they were made. */
  readonly #cloned = new Map<string, number>();

  #add(kind: GitObject['kind'], text: string | Buffer): string {
    const content = Buffer.from(text);
    const sha = createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest('hex');
    this.#objects.set(sha, { sha, kind, content });
    return sha;
  }

  /** A folder of files by their paths in it, with the folders inside. */
  #addFolder(files: readonly (readonly [string, TreeFile])[]): string {
    const names = new Map<string, [string, TreeFile][]>();
    for (const [file, entry] of files) {
      const [name = '', ...rest] = file.split('/');
      names.set(name, [...(names.get(name) ?? []), [rest.join('/'), entry]]);
    }
    const entries = [...names].map(([name, inside]) => {
      const [[rest, file] = ['', undefined]] = inside;
      return file !== undefined && rest === ''
        ? { name, key: name, mode: file.mode, sha: file.sha }
        : { name, key: `${name}/`, mode: '40000', sha: this.#addFolder(inside) };
    });
    const bytes = entries
      .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)))
      .flatMap(({ name, mode, sha }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]);
    return this.#add('tree', Buffer.concat(bytes));
  }

  /** Makes a folder a clone of all that is here, whose HEAD is a commit. The files in it are left alone. */
  cloneInto(folder: string, head: string): void {
    // All that git needs of what `git init` makes.
    for (const name of ['objects', 'refs']) mkdirSync(path.join(folder, '.git', name), { recursive: true });
    const missing = [...this.#objects.values()].slice(this.#cloned.get(folder) ?? 0);
    if (missing.length > 0) addPack(path.join(folder, '.git/objects'), missing);
    this.#cloned.set(folder, this.#objects.size);
    writeFileSync(path.join(folder, '.git/HEAD'), `${head}\n`);
  }

  #addBlob(content: Buffer): string {
    const sha = this.#add('blob', content);
    this.#blobs.set(sha, content);
    return sha;
  }

  blob(sha: string): Buffer {
    const found = this.#blobs.get(sha);
    if (found === undefined) throw notFound();
    return found;
  }

  /** Takes the sha of a tree, or of a commit. */
  tree(sha: string): ReadonlyMap<string, TreeFile> {
    const found = this.#trees.get(this.#commits.get(sha)?.tree ?? sha);
    if (found === undefined) throw notFound();
    return found;
  }

  /** An entry with a null sha removes a file. */
  addTree(base: string | null, entries: readonly TreeEntry[]): string {
    const files = new Map(base === null ? [] : this.tree(base));
    for (const { path, mode, sha, content } of entries) {
      if (sha === null) files.delete(path);
      else files.set(path, { mode, sha: sha ?? this.#addBlob(Buffer.from(content ?? '')) });
    }
    const sorted = [...files].sort(([one], [other]) => (one < other ? -1 : 1));
    const sha = this.#addFolder(sorted);
    this.#trees.set(sha, new Map(sorted));
    return sha;
  }

  addCommit(message: string, tree: string, parents: readonly string[]): Commit {
    // The number stands for the time, which makes two commits of the same content two commits.
    const who = `Tester <tester@example.com> ${1_700_000_000 + this.#commits.size} +0000`;
    const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${who}`, `committer ${who}`];
    const sha = this.#add('commit', `${lines.join('\n')}\n\n${message}\n`);
    const commit = { sha, message, tree, parents: [...parents] };
    this.#commits.set(sha, commit);
    return commit;
  }

  commit(sha: string): Commit {
    const found = this.#commits.get(sha);
    if (found === undefined) throw notFound();
    return found;
  }

  /** The sha that a branch is at; null where there is no such branch. */
  head(branch: string): string | null {
    return this.#branches.get(branch) ?? null;
  }

  addBranch(branch: string, sha: string): void {
    if (this.#branches.has(branch)) throw new Refusal(422, 'Reference already exists');
    if (!this.#commits.has(sha)) throw new Refusal(422, 'Object does not exist');
    this.#branches.set(branch, sha);
  }

  moveBranch(branch: string, sha: string, force: boolean): void {
    const head = this.#branches.get(branch);
    if (head === undefined) throw new Refusal(422, 'Reference does not exist');
    if (!this.#commits.has(sha)) throw new Refusal(422, 'Object does not exist');
    if (!force && !this.history(sha).includes(head)) throw new Refusal(422, 'Update is not a fast forward');
    this.#branches.set(branch, sha);
  }

  /** Takes a branch, a `refs/heads/` name or a sha; gives the commit, or null. */
  resolve(ref: string): Commit | null {
    const sha = this.#branches.get(ref.replace(/^refs\/heads\//, '')) ?? ref;
    return this.#commits.get(sha) ?? null;
  }

  /** A commit and all before it, the nearest first. */
  history(sha: string): string[] {
    const seen = new Set<string>();
    const next = [sha];
    for (let at = next.shift(); at !== undefined; at = next.shift()) {
      if (seen.has(at)) continue;
      seen.add(at);
      next.push(...this.commit(at).parents);
    }
    return [...seen];
  }

  /** The texts of a commit by path. */
  files(sha: string): Record<string, string> {
    return Object.fromEntries([...this.tree(sha)].map(([path, file]) => [path, this.blob(file.sha).toString('utf8')]));
  }

  /** Writes files on top of a commit; null removes one. Gives the new commit. */
  write(parent: string | null, files: Readonly<Record<string, string | null>>, message: string): Commit {
    const entries = Object.entries(files).map(([path, content]) => {
      return { path, mode: '100644', ...(content === null ? { sha: null } : { content }) };
    });
    return this.addCommit(message, this.addTree(parent, entries), parent === null ? [] : [parent]);
  }
}
