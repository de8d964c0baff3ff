/** A text of a source, and what replaces each of its occurrences so that a defence is gone. */
export type Mutation = readonly [file: string, from: string, to: string];

/** Mutations by the title of the test in SECURITY.md that fails with any of them. */
export const mutations: Readonly<Record<string, readonly Mutation[]>> = {
  'lists these, and refuses every other one by any name, also one that it showed before': [
    [
      'apps/sheets-addon/src/google/open-service.ts',
      'selectAllowed(list.value, allowed)',
      'selectAllowed(list.value, null)',
    ],
  ],
  'http to another host': [
    [
      'packages/core/src/keys/api-key.ts',
      'return host !== undefined && isLoopbackHost(host);',
      'return host !== undefined;',
    ],
  ],
  'a link unsubscribes by POST alone, once, by each client; a public name reaches it': [
    ['apps/report-bot/src/http/unsubscribe-page.ts', 'body[field] === value', 'true'],
    [
      'apps/report-bot/src/http/unsubscribe-page.ts',
      'readers.get(sha256(token))',
      '[...readers.values()][0]',
    ],
  ],
  'accepts nothing that is not signed as pinned, and answers alike to all of it': [
    ['apps/report-bot/src/http/service-webhook.ts', 'if (!verified.ok) {', 'if (false as boolean) {'],
    [
      'apps/report-bot/src/http/route-context.ts',
      'maxDeliveryBytes = 262_144',
      'maxDeliveryBytes = 26_214_400',
    ],
  ],
  'stores a delivery of the service once, by each of two secrets, and never a number of it': [
    ['apps/report-bot/src/http/service-webhook.ts', 'isOwnId ? id : bodyHash', 'String(Math.random())'],
  ],
  'answers 503 with Retry-After while the ledger is out of reach': [
    ['apps/report-bot/src/http/listener.ts', "later.\\n', 503", "later.\\n', 200"],
  ],
  'takes bounces and complaints of Postmark, Resend and SendGrid, and of no other sender': [
    [
      'apps/report-bot/src/http/mail-webhooks.ts',
      '!isEqualSecret(password, postmark.password)',
      'password === undefined',
    ],
  ],
  'takes notifications of Amazon SES whose certificate is at an address of Amazon, and confirms the topic': [
    ['apps/report-bot/src/http/sns.ts', 'hostPattern.test(url.hostname)', 'url.hostname.length > 0'],
  ],
  'a server that offers none gets neither login nor mail, %s': [
    [
      'apps/report-bot/src/settings/mail-senders.ts',
      'smtp.requireTls ?? !isLoopbackHost(smtp.host)',
      'smtp.requireTls ?? false',
    ],
  ],
  '%s is no loopback': [['packages/core/src/keys/api-key.ts', '){3}|', '){0,3}.*|']],
  'a .env file that somebody put there leads no secret of another place away': [
    [
      'apps/report-bot/src/settings/references.ts',
      '.filter(([address, secret]) => isOfFile(address) && written.has(secret) && !isOfFile(secret))',
      '.filter(() => false)',
    ],
  ],
  'a .env %s is named once, and used': [
    ['apps/report-bot/src/system/files.ts', '(mode & 0o002) !== 0', 'mode < 0'],
  ],
  'the host that gets the key is named before it does': [
    [
      'apps/report-bot/src/collect/service-profile.ts',
      'firstRequestEvent);\n  return true;',
      'firstRequestEvent);\n  return false;',
    ],
  ],
  'a redirect takes no key to another host: %s': [
    ['apps/report-bot/src/collect/host.ts', "redirect: 'manual'", "redirect: 'follow'"],
  ],
  'no redirect is followed with the key': [
    ['apps/sheets-addon/src/google/http.ts', 'followRedirects: false', 'followRedirects: true'],
  ],
  'of a writing that changes from character to character, in 2,000 mixtures': [
    [
      'apps/report-bot/src/system/redactor.ts',
      'const clean = text.replace(texts, redactionMark);',
      'const clean = text;',
    ],
  ],
  'is plain text in Slack': [
    ['apps/report-bot/src/renderers/chat/slack.ts', ".replace(/[&<>]/g, (sign) => entities[sign] ?? '')", ''],
  ],
  'at %s is redacted, whole and in part, in every writing': [
    [
      'apps/report-bot/src/settings/references.ts',
      'secrets.push(held, ...listTokens(held))',
      'secrets.push(held)',
    ],
  ],
  'at %s is in no message about the settings': [
    ['apps/report-bot/src/settings/settings.ts', 'resolved.referenced)', '[])'],
  ],
  'a key written %s': [['packages/core/src/keys/redact.ts', 'step < maxDecodingSteps', 'step < 0']],
  'a key that the service echoes': [
    ['packages/core/src/faults/redact-outcome.ts', 'first.ok ? key.inJson(received)', 'first.ok ? received'],
  ],
  'a secret in the wrong place of a command line': [
    ['apps/report-bot/src/run-command.ts', '\n    rejectKeys(argv);', ''],
  ],
  'a secret in settings, databases and captures': [
    ['apps/report-bot/src/command-line.ts', 'terminal.err(redactor.redact(', 'terminal.err(String('],
  ],
  'the key is in no cell, note, cache entry, sidebar answer or log': [
    ['packages/core/src/keys/api-key.ts', 'rest.length >= 12 ? rest.slice(-4)', 'rest.length >= 12 ? rest'],
  ],
  'is for its owner alone, whatever the umask and the modes before': [
    [
      'apps/report-bot/src/system/files.ts',
      'writeAtomically(path, content, 0o600)',
      'writeAtomically(path, content, 0o644)',
    ],
  ],
  'never goes through a link that somebody put there': [
    ['apps/report-bot/src/system/files.ts', 'renameSync(unfinished, path);', 'writeFileSync(path, content);'],
  ],
  'refuses a folder of mode %s, which other users may write to': [
    ['packages/browser/src/packed-chromium.ts', '(mode & 0o022) === 0', 'mode > 0'],
  ],
  'the scripts keep compiled code in a folder of the checkout that only its owner may enter': [
    ['scripts/toolchain.mjs', "join(root, '.toolchain', 'compiled')", "join(root, 'packed', 'compiled')"],
  ],
  'a secret taken from a file': [
    ['apps/report-bot/src/system/files.ts', 'return bytes.length <= maxBytes', 'return bytes.length > 0'],
  ],
  'a page of another site by DNS rebinding': [
    ['packages/sandbox/src/host/socket.ts', 'isIP(name) !== 0 ||', "name !== '' ||"],
    ['packages/sandbox/src/page/style.ts', '"frame-ancestors \'none\'"', '"form-action \'none\'"'],
  ],
  'refuses requests under another host name': [
    [
      'apps/playground/src/web/page.ts',
      "new URL(request.url).hostname === '127.0.0.1'",
      "request.url !== ''",
    ],
  ],
  'warns of a host that other machines can reach, not of loopback': [
    ['packages/sandbox/src/serve.ts', '!isLoopback(host)', "host === ''"],
  ],
  'parseBody accepts a body at a limit and refuses a larger one': [
    [
      'packages/core/src/json/parse-json.ts',
      "if (depth > limits.depth) return exceededBody('depth', limits);",
      '',
    ],
  ],
  'a compressed answer without end is left at the cap, before the rest is decompressed': [
    ['packages/core/node/node-host.ts', 'if (length > maxBytes) await reader?.cancel();', ''],
  ],
  'no name of the hostile team becomes a formula, a tab beyond its own, or anything but its text': [
    [
      'apps/sheets-addon/src/google/workbook.ts',
      'setValues(copyRows(cells).map((line) => line.map(toTypedCell)))',
      'setValues(copyRows(cells))',
    ],
  ],
  'a name that a spreadsheet would run begins with an apostrophe; a negative number stays one': [
    ['apps/report-bot/src/renderers/data/figures-file.ts', '"$1\'"', "'$1'"],
  ],
  'no cell is a formula for a program that splits at %j': [
    ['apps/report-bot/src/renderers/data/figures-file.ts', '/(^|[,;\\t\\r\\n])', '/(^)'],
  ],
  'has other names in another ledger, so that nobody can guess them': [
    ['apps/report-bot/src/delivery/web-copies.ts', 'signHmac(key, html)', "signHmac('example', html)"],
  ],
  'loads nothing, is in no index, and no page that it links to learns its address': [
    ['apps/report-bot/src/renderers/page/web-copy.ts', 'content="no-referrer"', 'content="unsafe-url"'],
    ['apps/report-bot/src/renderers/page/web-copy.ts', 'noindex, nofollow', 'all'],
    ['apps/report-bot/src/renderers/page/web-copy.ts', "default-src 'none'; img-src data:", 'img-src *'],
  ],
  'is text, not markup': [
    ['apps/report-bot/build/mail.ts', 'knownHelpersOnly: true }', 'knownHelpersOnly: true, noEscape: true }'],
  ],
  'never makes %s of a name': [
    ['apps/report-bot/src/renderers/mail/markup.ts', 'return [...checker.faults.values()];', 'return [];'],
  ],
  'are quoted lines of data by pages, without control and direction marks, in results and errors': [
    ['apps/report-bot/src/cli/io/mcp-tools.ts', 'JSON.stringify(toData(text))', 'text'],
  ],
  'runs no script in a message outside its frame': [
    ['apps/playground/src/inbox/pages.ts', "frame-ancestors 'self'; sandbox", "frame-ancestors 'self'"],
  ],
  'accepts any object and refuses it with any bit of the body flipped': [
    ['packages/core/src/webhooks/verify-delivery.ts', 'if (signer < 0) return', 'if (signer < -1) return'],
  ],
  'is refused if its time is more than five minutes off and the scheme has one': [
    [
      'packages/core/src/webhooks/verify-delivery.ts',
      'Math.abs(offMs) <= toleranceSeconds * 1000',
      'offMs < 1e15',
    ],
  ],
  'no value makes %s throw': [
    [
      'packages/core/src/webhooks/delivery.ts',
      'value === null ? null : toText(value);',
      'value === null ? null : String(value);',
    ],
  ],
  'a foreign address is parsed by URL.parse, which does not throw': [
    ['apps/report-bot/src/settings/references.ts', 'URL.parse(secret)', 'new URL(secret)'],
  ],
  'killed with SIGKILL at %s and started again': [
    [
      'apps/report-bot/src/delivery/deliver.ts',
      'await releaseBody(store, claim, clock(), transport.repeats);',
      '',
    ],
  ],
  'see nothing of the other websites, in no part of the mail, and the same figures': [
    [
      'apps/report-bot/src/settings/split-audience.ts',
      'find(recipient.websites, recipient)',
      'find(audience.websites, recipient)',
    ],
  ],
  'the command that is shipped has no place where a variable kills it': [
    [
      'apps/report-bot/build/command.ts',
      'delivery[\\\\/]fault-point\\.ts$',
      'delivery[\\\\/]no-fault-point\\.ts$',
    ],
  ],
  'every action of a workflow is pinned by its commit, with the version as a comment': [
    ['.github/workflows/ci.yml', '@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0', '@v4'],
  ],
  'a version %s is not installed': [
    ['pnpm-workspace.yaml', 'minimumReleaseAge: 4320', 'minimumReleaseAge: 0'],
    ['pnpm-workspace.yaml', 'trustPolicy: no-downgrade', 'trustPolicy: off'],
    ['pnpm-workspace.yaml', 'blockExoticSubdeps: true', 'blockExoticSubdeps: false'],
  ],
  'the base of the image is pinned by its digest': [
    [
      'apps/report-bot/Dockerfile',
      '@sha256:a9f5f7c91a432850b2a8a7797adf5eadb6c733ceed61167806cee7ea7fbc29df',
      '',
    ],
  ],
  'holds the package, the locked versions of PGlite and resvg, the notices, and no sources': [
    ['scripts/run.mjs', "'deploy', '--prod'", "'deploy'"],
  ],
  'a key sees its websites and nothing of others, by no endpoint and no tool': [
    [
      'apps/report-bot/src/gateway/team-source.ts',
      'ids === null || ids.includes(id)',
      'ids === null || id.length > 0',
    ],
    [
      'apps/report-bot/src/cli/io/open-gateway.ts',
      'const own = restrictReader(reader, key, serviceNames);',
      'const own = reader;',
    ],
  ],
  'the ledger has the same answers of %s as one of its own': [
    [
      'apps/report-bot/src/collect/collect.ts',
      'splitLedgerId(id, service.names).service === service.name',
      "id !== ''",
    ],
  ],
  'a rotated key works as the old one does; a revoked and an expired one do not': [
    ['apps/report-bot/src/gateway/access.ts', 'revokedAt === null && ', ''],
    ['apps/report-bot/src/gateway/access.ts', '(expiresAt === null || expiresAt > now())', 'true'],
  ],
  'all wrong keys get one answer, 30 a minute of one address, and a right key of that address works': [
    ['apps/report-bot/src/gateway/access.ts', 'attempts.count >= maxWrong', 'attempts.count < 0'],
  ],
  'neither the key of the service nor a key of the gateway is anywhere but where it was shown': [
    [
      'apps/report-bot/src/store/gateway-keys.ts',
      'name: grant.name,',
      'name: [grant.name, text.slice(11)].join(),',
    ],
  ],
};
