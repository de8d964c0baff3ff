// Runs one step of the set-up: shows its title and the seconds; on failure prints the next thing to do.
const live = process.stderr.isTTY === true;

function showProgress(title) {
  const started = Date.now();
  const seconds = () => Math.round((Date.now() - started) / 1000);
  process.stderr.write(live ? `${title} …` : `${title} …\n`);
  const timer = live ? setInterval(() => process.stderr.write(`\r${title} … ${seconds()} s`), 1000) : null;
  return (end) => {
    if (timer) clearInterval(timer);
    process.stderr.write(`${live ? '\r' : ''}${title}: ${end} (${seconds()} s)\n`);
  };
}

/** Runs a function as a step. `advise` gives the next thing to do after a failure that has no `advice` itself. */
export async function step(title, advise, work) {
  const done = showProgress(title);
  try {
    const result = await work();
    done('done');
    return result;
  } catch (error) {
    done('failed');
    const output = error.advice ? '' : String(error.output || error.message).trim();
    const advice = error.advice ?? (await advise());
    process.stderr.write(`\n${output}${output && '\n\n'}${title} failed. ${advice}\n`);
    process.exit(1);
  }
}
