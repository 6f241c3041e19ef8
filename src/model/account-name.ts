/** What an account may be called: it stands in plans, in the names of files and behind `--account`, where `*` is a glob. */
export const ACCOUNT_NAME = /^[\p{L}\p{N}][\p{L}\p{N}._@+-]*$/u;
