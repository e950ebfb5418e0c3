import { mailButton, mailPage, mailSmallPrint, MailTable } from '@parley/access/write/mails/mail-page';
import type { ReportRhythm } from '@parley/contracts/events';
import { html } from '@parley/platform/html/html';
import type { Mail } from '@parley/platform/mail/mailer';
import type { ReportSection } from './report-sections';
import { wordsIn } from './report-words';

export interface ReportMail {
  id: string;
  language: 'en' | 'es' | 'nl';
  to: { name: string; address: string };
  organisation: string;
  every: ReportRhythm;
  /** First day of the period, YYYY-MM-DD; `until` is its last day. */
  from: string;
  until: string;
  timeZone: string;
  sections: ReportSection[];
  /** Address of the dashboard; `offLink` is the page that stops these mails. */
  link: string;
  offLink: string;
}

/**
 * Renders a dashboard as a mail with figures and small tables. The mail contains nothing that a mail program would
 * fetch or run.
 */
export function reportMail(report: ReportMail): Mail {
  const { id, language, to, organisation, every, timeZone, sections, link, offLink } = report;
  const words = wordsIn(language);
  const [from, until] = [report.from, report.until].map((day) =>
    new Intl.DateTimeFormat(words.locale, {
      ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' },
    }).format(new Date(`${day}T00:00:00Z`)),
  ) as [string, string];
  const intro = words.intro(to.name, from, until, timeZone);
  const otherwise = words.otherwise(organisation);
  return {
    ...{ id, to, subject: words.subject(every, organisation) },
    text: [
      intro,
      ...sections.map((section) => textOf(section, words)),
      `${words.action}:\n${link}`,
      `${words.off}\n${offLink}`,
      otherwise,
    ]
      .map((paragraph) => `${paragraph}\n`)
      .join('\n'),
    html: mailPage(language, [
      intro,
      ...sections.flatMap((section) => blocksOf(section, words)),
      mailButton(words.action, link),
      mailSmallPrint(html`${words.off} <a href="${offLink}" style="color:#3b4fd8">${offLink}</a>`),
      mailSmallPrint(otherwise),
    ]),
  };
}

type Words = ReturnType<typeof wordsIn>;

function textOf({ title, value, before, rows, isCut }: ReportSection, words: Words): string {
  const number = value === null ? [] : [[value, before].filter(Boolean).join(' · ')];
  const lines = rows.map(([first = '', ...others]) => `  ${first}: ${others.join(' · ')}`);
  const all = [...number, ...lines, ...(isCut ? [words.left] : [])];
  return [title, ...(all.length > 0 ? all : [words.nothing])].join('\n');
}

function blocksOf({ title, value, before, head, rows, isCut }: ReportSection, words: Words) {
  const isNothing = value === null && rows.length === 0;
  return [
    html`<strong>${title}</strong>${
        value === null ? null : html`<br /><span style="font-size:24px;line-height:36px">${value}</span>`
      }${before === null ? null : html` <span style="color:#5f636b;font-size:13px">${before}</span>`}${
        isNothing ? html`<br />${words.nothing}` : null
      }`,
    ...(rows.length > 0 ? [new MailTable(head, rows)] : []),
    ...(isCut ? [mailSmallPrint(words.left)] : []),
  ];
}
