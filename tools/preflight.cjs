// Runs on whichever Node npm found, so it is plain CommonJS that old versions understand.
const major = Number(process.versions.node.split('.')[0]);
if (major < 26) {
  console.error(
    [
      `Maina needs Node 26, but this is Node ${process.versions.node}.`,
      'Node 26 comes with the project as an optional npm package for Linux (x64, arm64), macOS (arm64) and Windows (x64).',
      'It is missing, so the installation was incomplete. Run:  npm ci --include=optional',
      'On another platform (for example Alpine Linux), install Node 26 yourself and run the command again.',
    ].join('\n'),
  );
  process.exit(1);
}
