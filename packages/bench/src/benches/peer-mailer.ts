import { readFileSync } from 'node:fs';
import { render } from '@react-email/render';
import Handlebars from 'handlebars';
import mjml2html from 'mjml';
import { createTransport } from 'nodemailer';
import { createElement as h, type ReactNode } from 'react';

/** The input of a peer: one digest as our template gets it. */
interface PeerDigest {
  readonly from: string;
  readonly text: string;
  /** PNG parts in base64. */
  readonly images: readonly { readonly cid: string; readonly content: string }[];
  readonly model: PeerModel;
}

interface PeerChart {
  readonly alt: string;
  readonly image: { readonly cid: string } | null;
}

interface PeerChange {
  readonly arrow: string;
  readonly words: string;
  readonly colour: string;
}

interface PeerModel {
  readonly language: string;
  readonly subject: string;
  readonly caption: string;
  readonly headline: string;
  readonly second: string;
  readonly groups: readonly {
    readonly changes: readonly {
      readonly name: string;
      readonly chart: PeerChart;
      readonly changes: readonly PeerChange[];
    }[];
  }[];
  readonly others: readonly string[];
  readonly quiet: {
    readonly columns: readonly string[];
    readonly rows: readonly { readonly name: string; readonly levels: readonly string[] }[];
  };
  readonly sites: readonly {
    readonly name: string;
    readonly cards: readonly {
      readonly name: string;
      readonly level: string;
      readonly change: PeerChange;
      readonly chart: PeerChart;
    }[];
    readonly competitors: readonly { readonly rank: string; readonly name: string; readonly value: string }[];
    readonly engines: readonly { readonly name: string; readonly value: string }[];
  }[];
  readonly notes: readonly string[];
  readonly legend: string;
}

interface PeerReader {
  readonly greeting: string;
  readonly reason: string;
}

type PeerRenderer = (model: PeerModel, slots: PeerReader) => Promise<string>;

/** Our own source template, bound and then compiled for every mail. */
function openMjml(): PeerRenderer {
  const file = new URL('../../../../apps/report-bot/src/renderers/mail/mail.mjml', import.meta.url);
  const bind = Handlebars.compile(readFileSync(file, 'utf8'));
  return async (model, slots) =>
    (await mjml2html(bind({ ...model, slots }), { validationLevel: 'skip', keepComments: false, fonts: {} }))
      .html;
}

const cell = { padding: '4px 0', borderBottom: '1px solid #e6e9ee' };

const drawChart = ({ image, alt }: PeerChart): ReactNode =>
  image === null
    ? null
    : h('img', { src: `cid:${image.cid}`, alt, style: { display: 'block', width: '100%' } });

const drawChange = ({ arrow, words, colour }: PeerChange, key?: number): ReactNode =>
  h('div', { key, style: { fontSize: 14, color: colour } }, arrow, words);

const drawTable = (rows: readonly (readonly ReactNode[])[]): ReactNode =>
  h(
    'table',
    { width: '100%', style: { borderCollapse: 'collapse' as const } },
    h(
      'tbody',
      null,
      rows.map((cells, row) =>
        h(
          'tr',
          { key: row },
          cells.map((content, at) => h('td', { key: at, style: cell }, content)),
        ),
      ),
    ),
  );

/** The same content as elements. */
function DigestMail({ model, slots }: { readonly model: PeerModel; readonly slots: PeerReader }): ReactNode {
  return h(
    'html',
    { lang: model.language },
    h('head', null, h('title', null, model.subject)),
    h(
      'body',
      { style: { backgroundColor: '#f2f4f7', fontFamily: 'Helvetica, Arial, sans-serif' } },
      h('p', null, model.caption, slots.greeting),
      h('h1', null, model.headline),
      h('p', null, model.second),
      drawTable(
        model.groups.flatMap((group) =>
          group.changes.map(({ name, chart, changes }) => [
            h('div', null, h('b', null, name), changes.map(drawChange)),
            drawChart(chart),
          ]),
        ),
      ),
      model.others.map((line) => h('p', { key: line }, line)),
      drawTable([
        ['', ...model.quiet.columns],
        ...model.quiet.rows.map(({ name, levels }) => [name, ...levels]),
      ]),
      model.sites.map(({ name, cards, competitors, engines }) =>
        h(
          'div',
          { key: name },
          h('h2', null, name),
          drawTable(
            cards.map((card) => [card.name, card.level, drawChange(card.change), drawChart(card.chart)]),
          ),
          drawTable(competitors.map((one) => [one.rank, one.name, one.value])),
          drawTable(engines.map((one) => [one.name, one.value])),
        ),
      ),
      model.notes.map((line) => h('p', { key: line }, line)),
      h('p', null, model.legend),
      h('p', null, slots.reason),
    ),
  );
}

const peers: Readonly<Record<string, () => PeerRenderer>> = {
  mjml: openMjml,
  'react-email': () => (model, slots) => render(h(DigestMail, { model, slots })),
};

/** Renders and sends one mail for each recipient over four connections, as our bot does. It keeps no ledger. */
async function mailAll(name: string, file: string, port: number, recipients: number): Promise<void> {
  const open = peers[name];
  if (open === undefined) throw new Error(`There is no peer "${name}".`);
  const renderMail = open();
  const { from, text, images, model } = JSON.parse(readFileSync(file, 'utf8')) as PeerDigest;
  const attachments = images.map(({ cid, content }) => ({
    cid,
    filename: `${cid}.png`,
    contentType: 'image/png',
    content: Buffer.from(content, 'base64'),
  }));
  const transport = createTransport({
    host: '127.0.0.1',
    port,
    pool: true,
    maxConnections: 4,
    maxMessages: Infinity,
  });
  let next = 0;
  const work = async (): Promise<void> => {
    for (let at = next++; at < recipients; at = next++) {
      const to = `p${at}@example.com`;
      const html = await renderMail(model, { greeting: ` · Person ${at}`, reason: `Sent to ${to}.` });
      await transport.sendMail({ from, to, subject: model.subject, html, text, attachments });
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  transport.close();
}

const [name = '', file = '', port = '', recipients = ''] = process.argv.slice(2);
await mailAll(name, file, Number(port), Number(recipients));
