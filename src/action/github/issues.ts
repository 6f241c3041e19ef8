/** The operations on issues, and on comments of issues and pull requests. */
import { commentOf, type Issue, isSameText, issueOf } from './answers.ts';
import { createOnce, type GitHubConnection, NEVER_REPEATED } from './connection.ts';

const READ = 'issues: read';
const WRITE = 'issues: write';
const PAGE = { per_page: 100 };

export function issues(connection: GitHubConnection, viewer: () => Promise<string>) {
  const { ask, repository } = connection;

  /** All comments of an issue or pull request, oldest first. */
  const comments = async (number: number) => {
    const query = { ...repository, issue_number: number, ...PAGE };
    const all = await ask('pull-requests: read', (octokit) =>
      octokit.paginate(octokit.rest.issues.listComments, query),
    );
    return all.map(commentOf);
  };

  /** The comments of all issues and pull requests that were edited last, with the number of what they are on; one page. */
  const newestComments = async () => {
    const query = { ...repository, sort: 'updated', direction: 'desc', ...PAGE } as const;
    const { data } = await ask('pull-requests: read', ({ rest }) => rest.issues.listCommentsForRepo(query));
    return data.map((one) => ({ ...commentOf(one), on: Number(one.issue_url.split('/').at(-1)) }));
  };

  /** The issues (not pull requests) that an account opened, open or closed, newest first. */
  const issuesOf = async (login: string) => {
    const query = { ...repository, creator: login, state: 'all', sort: 'created', direction: 'desc', ...PAGE } as const;
    const all = await ask(READ, (octokit) => octokit.paginate(octokit.rest.issues.listForRepo, query));
    return all.filter((issue) => issue.pull_request === undefined).map(issueOf);
  };

  return {
    comments,
    newestComments,
    issuesOf,
    createComment(number: number, body: string) {
      const create = async () => {
        const { data } = await ask('pull-requests: write', ({ rest }) =>
          rest.issues.createComment({ ...repository, issue_number: number, body, ...NEVER_REPEATED }),
        );
        return commentOf(data);
      };
      const look = async () => {
        const [login, all] = await Promise.all([viewer(), comments(number)]);
        return all.findLast((one) => one.author === login && isSameText(one.body, body)) ?? null;
      };
      return createOnce(connection, create, look);
    },
    async updateComment(id: number, body: string) {
      await ask('pull-requests: write', ({ rest }) =>
        rest.issues.updateComment({ ...repository, comment_id: id, body }),
      );
    },
    createIssue(title: string, body: string) {
      const create = async () => {
        const { data } = await ask(WRITE, ({ rest }) =>
          rest.issues.create({ ...repository, title, body, ...NEVER_REPEATED }),
        );
        return issueOf(data);
      };
      const look = async () => {
        const own = await issuesOf(await viewer());
        return own.find((one) => one.state === 'open' && one.title === title && isSameText(one.body, body)) ?? null;
      };
      return createOnce(connection, create, look);
    },
    async updateIssue(number: number, change: { title?: string; body?: string; state?: Issue['state'] }) {
      await ask(WRITE, ({ rest }) => rest.issues.update({ ...repository, issue_number: number, ...change }));
    },
  };
}
