/** The state as the REST API answers it: of each thing what clients use, under its real name. */
import type { CommentState, IssueState, PullState, Repository, ReviewState, WorkflowRunState } from './repository.ts';

/** Where people see it; the API is elsewhere. */
const SITE = 'https://github.example.com';

export type Wire = Record<string, unknown>;

function userWire(login: string | null): Wire | null {
  return login === null ? null : { login, type: login.endsWith('[bot]') ? 'Bot' : 'User' };
}

export function commentWire(repository: Repository, comment: CommentState): Wire {
  return {
    id: comment.id,
    body: comment.body,
    user: userWire(comment.author),
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
    issue_url: `https://api.github.example.com/repos/${repository.fullName}/issues/${comment.number}`,
    html_url: `${pageOf(repository, repository.issue(comment.number))}#issuecomment-${comment.id}`,
  };
}

export function issueWire(repository: Repository, issue: IssueState | PullState): Wire {
  return {
    number: issue.number,
    title: issue.title,
    body: issue.body === '' ? null : issue.body,
    state: issue.state,
    user: userWire(issue.author),
    created_at: issue.createdAt,
    updated_at: issue.updatedAt,
    html_url: pageOf(repository, issue),
    // An issue that is a pull request has this.
    ...('head' in issue ? { pull_request: { merged_at: issue.mergedAt } } : {}),
  };
}

export function pullWire(repository: Repository, pull: PullState): Wire {
  const [owner] = pull.head.repository.split('/');
  const { pull_request: _, ...issue } = issueWire(repository, pull);
  return {
    ...issue,
    merged_at: pull.mergedAt,
    merge_commit_sha: pull.mergeSha,
    draft: false,
    base: { ...pull.base, repo: { full_name: repository.fullName } },
    head: {
      ref: pull.head.ref,
      sha: pull.head.sha,
      label: `${owner}:${pull.head.ref}`,
      repo: { full_name: pull.head.repository },
    },
  };
}

export function reviewWire({ id, author, state, commit, submittedAt }: ReviewState): Wire {
  return { id, user: userWire(author), state, commit_id: commit, submitted_at: submittedAt };
}

/** GET /pulls/{n} says more than lists do. */
export function wholePullWire(repository: Repository, pull: PullState): Wire {
  return { ...pullWire(repository, pull), merged: pull.mergedAt !== null };
}

export function refWire(branch: string, sha: string): Wire {
  return { ref: `refs/heads/${branch}`, object: { type: 'commit', sha } };
}

export function viewerWire({ login }: { login: string }): Wire {
  return { data: { viewer: { login } } };
}

export function workflowRunWire(id: number, run: WorkflowRunState): Wire {
  const { repository, headRepository, headBranch, headSha, event, path } = run;
  return {
    id,
    event,
    head_branch: headBranch,
    head_sha: headSha,
    path,
    repository: { full_name: repository },
    head_repository: headRepository === null ? null : { full_name: headRepository },
    html_url: `${SITE}/${repository}/actions/runs/${id}`,
  };
}

function pageOf({ fullName }: Repository, issue: IssueState | PullState): string {
  return `${SITE}/${fullName}/${'head' in issue ? 'pull' : 'issues'}/${issue.number}`;
}
