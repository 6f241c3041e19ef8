/**
 * Loaded before the program: the system has the folder that OWN_HOME names as the home of this user. Locks are in that
 * home whatever the environment says, and those of tests must be neither in that of whoever runs them nor shared.
 */
const { syncBuiltinESMExports } = require('node:module');
const os = require('node:os');
const { userInfo } = os;

os.userInfo = (options) => {
  const user = userInfo(options);
  return { ...user, homedir: process.env.OWN_HOME ?? user.homedir };
};
syncBuiltinESMExports();
