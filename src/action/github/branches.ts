/** The operations on files and branches, all over the API: git is not needed, and nothing is pushed from the runner. */

import { createHash } from 'node:crypto';
import type { GitHubConnection } from './connection.ts';
import { type FileChange, type GitHub, GitHubError, onGitHubError } from './port.ts';

const READ = 'contents: read';
const WRITE = 'contents: write';
/** GitHub lists no more files of a comparison. */
const MOST_FILES = 300;

export function branches(connection: GitHubConnection) {
  const { ask, repository } = connection;

  const isThere = async (path: string, ref: string): Promise<boolean> => {
    const query = { ...repository, path, ref };
    const asked = ask(READ, ({ rest }) => rest.repos.getContent(query));
    return (await asked.catch(onGitHubError(() => null, 404))) !== null;
  };

  const headOf = async (branch: string): Promise<string | null> => {
    const ref = `heads/${branch}`;
    const asked = ask(READ, ({ rest }) => rest.git.getRef({ ...repository, ref }));
    return (await asked.catch(onGitHubError(() => null, 404)))?.data.object.sha ?? null;
  };

  const commitOf = async (sha: string): Promise<{ message: string; tree: string; parents: string[] }> => {
    const { data } = await ask(READ, ({ rest }) => rest.git.getCommit({ ...repository, commit_sha: sha }));
    return { message: data.message, tree: data.tree.sha, parents: data.parents.map((parent) => parent.sha) };
  };

  /**
   * Creates a tree and returns its sha. Creating it twice gives the same sha, and without a commit nothing shows it.
   */
  const treeWith = async (base: string, parent: string, files: readonly FileChange[]): Promise<string> => {
    const { data } = await ask(READ, ({ rest }) =>
      rest.git.getTree({ ...repository, tree_sha: base, recursive: 'true' }),
    );
    const modes = new Map(data.tree.map(({ path, mode }) => [path, mode]));
    const tree: TreeEntry[] = [];
    for (const { path, text } of files) {
      const mode = modes.get(path) === '100755' ? ('100755' as const) : ('100644' as const);
      const entry = { path, mode, type: 'blob' as const };
      if (text !== null) tree.push({ ...entry, content: text });
      // GitHub refuses to remove a file that does not exist. For a very large repository, the list is incomplete.
      else if (modes.has(path) || (data.truncated && (await isThere(path, parent)))) {
        tree.push({ ...entry, sha: null });
      }
    }
    if (tree.length === 0) return base;
    const made = await ask(WRITE, ({ rest }) => rest.git.createTree({ ...repository, base_tree: base, tree }));
    return made.data.sha;
  };

  const point = async (branch: string, sha: string, over: string | null): Promise<void> => {
    const ref = `heads/${branch}`;
    if (over === null) {
      try {
        await ask(WRITE, ({ rest }) => rest.git.createRef({ ...repository, ref: `refs/${ref}`, sha }));
      } catch (error) {
        if (!(error instanceof GitHubError) || error.status !== 422) throw error;
        // The branch was created meanwhile, by this very request, whose answer was lost, or by somebody else.
        const head = await headOf(branch);
        if (head === null) throw error;
        if (head !== sha) throw changedMeanwhile(branch);
      }
      return;
    }
    // GitHub has no conditional update of a branch: a push between these two requests is lost.
    if ((await headOf(branch)) !== over) throw changedMeanwhile(branch);
    await ask(WRITE, ({ rest }) => rest.git.updateRef({ ...repository, ref, sha, force: true }));
  };

  return {
    async defaultHead() {
      const { data } = await ask(READ, ({ rest }) => rest.repos.get({ ...repository }));
      const branch = data.default_branch;
      const query = { ...repository, ref: `heads/${branch}` };
      const head = await ask(READ, ({ rest }) => rest.git.getRef(query));
      return { branch, sha: head.data.object.sha };
    },
    async filesBetween(from, to) {
      const query = { ...repository, basehead: `${from}...${to}`, per_page: 1 };
      const { data } = await ask(READ, ({ rest }) => rest.repos.compareCommitsWithBasehead(query));
      const { files = [], status } = data;
      // From another history it does not say what differs.
      if (status !== 'ahead' || files.length >= MOST_FILES) return null;
      return files.flatMap(({ filename, previous_filename: before }) => [filename, ...(before ? [before] : [])]);
    },
    async isInHistory(commit, of) {
      const query = { ...repository, basehead: `${commit}...${of}`, per_page: 1 };
      const asked = ask(READ, ({ rest }) => rest.repos.compareCommitsWithBasehead(query));
      const answer = await asked.catch(onGitHubError(() => null, 404));
      return answer !== null && ['ahead', 'identical'].includes(answer.data.status);
    },
    async branches(prefix) {
      const query = { ...repository, ref: `heads/${prefix}` };
      const { data } = await ask(READ, ({ rest }) => rest.git.listMatchingRefs(query));
      return data.map(({ ref, object }) => ({ name: ref.replace(/^refs\/heads\//, ''), head: object.sha }));
    },
    isOwn: async (sha) => isStamped(await commitOf(sha)),
    async commit({ branch, over, parent, message, files }) {
      const { tree: base } = await commitOf(parent);
      const content = { tree: await treeWith(base, parent, files), parents: [parent] };
      if (over !== null) {
        const now = await commitOf(over);
        if (now.tree === content.tree && now.parents.length === 1 && now.parents[0] === parent) return;
      }
      const { data } = await ask(WRITE, ({ rest }) =>
        rest.git.createCommit({ ...repository, message: stamped(message, content), ...content }),
      );
      await point(branch, data.sha, over);
    },
    async deleteBranch(branch, head) {
      const ref = `heads/${branch}`;
      if ((await headOf(branch)) !== head) return;
      // 422: the branch does not exist.
      const asked = ask(WRITE, ({ rest }) => rest.git.deleteRef({ ...repository, ref }));
      await asked.catch(onGitHubError(() => null, 422));
    },
  } satisfies Partial<GitHub>;
}

function changedMeanwhile(branch: string): GitHubError {
  const message = `The branch ${branch} was changed meanwhile, and stays as it is. The next run sees that.`;
  return new GitHubError(message, { status: 409, permission: null });
}

interface TreeEntry {
  path: string;
  mode: '100644' | '100755';
  type: 'blob';
  content?: string;
  /** null removes the file. */
  sha?: null;
}

interface Content {
  tree: string;
  parents: readonly string[];
}

function stamped(message: string, content: Content): string {
  return `${message}\n\n${stampOf(content)}`;
}

function isStamped({ message, ...content }: Content & { message: string }): boolean {
  return message.trimEnd().endsWith(`\n\n${stampOf(content)}`);
}

function stampOf({ tree, parents }: Content): string {
  const hash = createHash('sha256').update([tree, ...parents].join(' '));
  return `Inboxctl-Commit: ${hash.digest('hex').slice(0, 16)}`;
}
