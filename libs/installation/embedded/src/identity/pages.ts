import type { Role } from '@parley/contracts/events';
import { html, Html } from '@parley/platform/html/html';
import type { Texts } from './texts';

export interface DemoSignIn {
  displayName: string;
  email: string;
  role: Role;
  customer: string;
}

export interface Language {
  language: string;
  texts: Texts;
}

export const STYLESHEET = '/oidc/assets/pages.css';
export const AUTO_SUBMIT = '/oidc/assets/submit.js';

const logo = new Html(
  '<svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="8" fill="#3b4fd8"/><path d="M10 9h9a5 5 0 0 1 0 10h-5v5l-4-3z" fill="#fff"/></svg>',
);

function page({ language }: Language, title: string, content: Html): string {
  return html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Parley</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="${STYLESHEET}" />
      </head>
      <body>
        <main>
          <p class="brand">${logo}Parley</p>
          ${content}
        </main>
      </body>
    </html> `.markup;
}

/**
 * The sign-in page.
 * @param given the values that the user entered before, and the problem with them
 */
export function signInPage(
  inLanguage: Language,
  given: { email: string; problem: 'wrong' | 'tooMany' | null },
  demo: { password: string; signIns: DemoSignIn[] } | null,
): string {
  const { texts } = inLanguage;
  const { email, problem } = given;
  const invalid = problem ? new Html(' aria-invalid="true" aria-describedby="problem"') : null;
  const focus = new Html(' autofocus');
  return page(
    inLanguage,
    texts.title,
    html`<div class="card">
        <h1>${texts.title}</h1>
        <p class="lead">${texts.lead}</p>
        ${problem ? html`<p class="error" id="problem" role="alert">${texts[problem]}</p>` : null}
        <form method="post">
          <label for="email">${texts.email}</label>
          <input
            id="email"
            name="email"
            type="email"
            autocomplete="username"
            required
            maxlength="254"
            value="${email}"
            ${invalid}${email ? null : focus}
          />
          <label for="password">${texts.password}</label>
          <input
            id="password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            maxlength="200"
            ${invalid}${email ? focus : null}
          />
          <button type="submit">${texts.submit}</button>
        </form>
      </div>
      ${demo ? demoCard(texts, demo, email) : null}`,
  );
}

function demoCard(texts: Texts, demo: { password: string; signIns: DemoSignIn[] }, chosen: string): Html {
  const customers = [...new Set(demo.signIns.map(({ customer }) => customer))];
  return html`<nav class="card" aria-labelledby="demo">
    <h2 id="demo">${texts.demoTitle}</h2>
    <p class="hint">${texts.demoLead} <code>${demo.password}</code></p>
    ${customers.map(
      (customer) =>
        html`<h3>${customer}</h3>
          <ul>
            ${demo.signIns
              .filter((signIn) => signIn.customer === customer)
              .map((signIn) => demoLink(texts, signIn, signIn.email === chosen))}
          </ul>`,
    )}
  </nav>`;
}

function demoLink(texts: Texts, { displayName, email, role }: DemoSignIn, isChosen: boolean): Html {
  const current = isChosen ? new Html(' aria-current="true"') : null;
  return html`<li>
    <a href="?email=${encodeURIComponent(email)}" ${current}
      ><span class="face" aria-hidden="true">${initials(displayName)}</span
      ><span class="who"><span>${displayName}</span><span class="address">${email}</span></span
      ><span class="role">${texts.roles[role]}</span></a
    >
  </li> `;
}

function initials(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const [first, last] = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return [first, last].map((word) => [...(word ?? '')][0] ?? '').join('');
}

/** Page on which an invited user chooses a password. */
export function acceptPage(
  inLanguage: Language,
  invited: { displayName: string; email: string; organisation: string },
  problem: 'short' | 'long' | 'address' | 'differ' | 'tooMany' | null,
): string {
  const { texts } = inLanguage;
  const problems = { ...texts.passwordProblems, tooMany: texts.tooManyPasswords };
  const invalid = new Html(` aria-describedby="${problem ? 'problem' : 'rule'}"`);
  const marked = problem ? new Html(' aria-invalid="true"') : null;
  return page(
    inLanguage,
    texts.acceptTitle,
    html`<div class="card">
      <h1>${texts.acceptTitle}</h1>
      <p class="lead">${invited.displayName} · ${invited.email} · ${invited.organisation}</p>
      ${problem ? html`<p class="error" id="problem" role="alert">${problems[problem]}</p>` : null}
      <form method="post">
        <input type="hidden" name="email" autocomplete="username" value="${invited.email}" />
        <label for="password">${texts.choosePassword}</label>
        <input
          id="password"
          name="password"
          type="password"
          autocomplete="new-password"
          required
          minlength="10"
          maxlength="200"
          autofocus
          ${invalid}${marked}
        />
        <p class="rule" id="rule">${texts.passwordRule}</p>
        <label for="again">${texts.passwordAgain}</label>
        <input
          id="again"
          name="again"
          type="password"
          autocomplete="new-password"
          required
          maxlength="200"
          ${marked}
        />
        <button type="submit">${texts.accept}</button>
      </form>
    </div>`,
  );
}

/** Page with a message and one button. */
export function messagePage(
  inLanguage: Language,
  message: { title: string; text: string; action: string; href: string },
): string {
  return page(
    inLanguage,
    message.title,
    html`<div class="card">
      <h1>${message.title}</h1>
      <p class="lead">${message.text}</p>
      <a class="button" href="${message.href}">${message.action}</a>
    </div>`,
  );
}

/**
 * Page that asks the user whether to sign out; if the browser runs scripts, `autoSubmitScript` confirms immediately.
 * @param form HTML of the provider's form, which the button submits
 */
export function signOutPage(inLanguage: Language, form: string): string {
  const { texts } = inLanguage;
  return page(
    inLanguage,
    texts.signOutTitle,
    html`<div class="card">
        <h1>${texts.signOutTitle}</h1>
        ${new Html(form)}
        <button type="submit" form="op.logoutForm" name="logout" value="yes">${texts.signOut}</button>
      </div>
      <script src="${AUTO_SUBMIT}" defer></script>`,
  );
}

/** Clicks the only button of the page. */
export const autoSubmitScript = "document.querySelector('button[type=submit]').click();\n";
