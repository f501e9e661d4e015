// Older than all else that runs here: whatever Node is there may read it.
console.error('Its packages are not there yet: run `npm ci` first.');
process.exitCode = 1;
