/** The operations on issues, and on comments of issues and pull requests. */
import { commentOf, isSameText, issueOf } from './answers.ts';
import { createOnce, type GitHubConnection, NEVER_REPEATED } from './connection.ts';
import type { GitHub } from './port.ts';

const READ = 'issues: read';
const WRITE = 'issues: write';
const PAGE = { per_page: 100 };

export function issues(connection: GitHubConnection, viewer: GitHub['viewer']) {
  const { ask, repository } = connection;

  const comments: GitHub['comments'] = async (number) => {
    const query = { ...repository, issue_number: number, ...PAGE };
    const all = await ask('pull-requests: read', (octokit) =>
      octokit.paginate(octokit.rest.issues.listComments, query),
    );
    return all.map(commentOf);
  };

  const newestComments: GitHub['newestComments'] = async () => {
    const query = { ...repository, sort: 'updated', direction: 'desc', ...PAGE } as const;
    const { data } = await ask('pull-requests: read', ({ rest }) => rest.issues.listCommentsForRepo(query));
    return data.map((one) => ({ ...commentOf(one), on: Number(one.issue_url.split('/').at(-1)) }));
  };

  const issuesOf: GitHub['issuesOf'] = async (login) => {
    const query = { ...repository, creator: login, state: 'all', sort: 'created', direction: 'desc', ...PAGE } as const;
    const all = await ask(READ, (octokit) => octokit.paginate(octokit.rest.issues.listForRepo, query));
    return all.filter((issue) => issue.pull_request === undefined).map(issueOf);
  };

  return {
    comments,
    newestComments,
    issuesOf,
    createComment(number, body) {
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
    async updateComment(id, body) {
      await ask('pull-requests: write', ({ rest }) =>
        rest.issues.updateComment({ ...repository, comment_id: id, body }),
      );
    },
    createIssue(title, body) {
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
    async updateIssue(number, change) {
      await ask(WRITE, ({ rest }) => rest.issues.update({ ...repository, issue_number: number, ...change }));
    },
  } satisfies Partial<GitHub>;
}
