import { invitationMail, type InvitationMail } from './invitation.mail';

const invitation: InvitationMail = {
  id: 'm1',
  language: 'en',
  to: { name: 'Ana <b>Ruiz</b>', address: 'ana@harbour.example' },
  inviter: 'Ingrid & Co',
  organisation: '"Harbour" <script>',
  link: 'https://parley.example/accept-invitation?token=v1.a&b=c',
  days: 7,
};

test('the mail contains the inviter, the organisation and the validity of the link', () => {
  const { text, subject } = invitationMail(invitation);
  expect(subject).toBe('You are invited to "Harbour" <script> on Parley');
  expect(text).toContain('Hello Ana <b>Ruiz</b>,');
  expect(text).toContain('Ingrid & Co invites you to the inbox of "Harbour" <script>');
  expect(text).toContain(`\n${invitation.link}\n`);
  expect(text).toContain('within 7 days');
});

test('the mail escapes names in HTML', () => {
  const { html } = invitationMail(invitation);
  expect(html).toContain('Hello Ana &lt;b&gt;Ruiz&lt;/b&gt;,');
  expect(html).toContain('Ingrid &amp; Co invites you');
  expect(html).not.toContain('<script>');
  expect(html).toContain('href="https://parley.example/accept-invitation?token=v1.a&amp;b=c"');
});

test.each([
  ['es', 'Hola, Tom:', 'Aceptar la invitación'],
  ['nl', 'Beste Tom,', 'Uitnodiging aannemen'],
  ['fr', 'Hello Tom,', 'Accept the invitation'],
])('the mail in %s greets with "%s"', (language, greeting, action) => {
  const mail = invitationMail({ ...invitation, language, to: { name: 'Tom', address: 'tom@x.example' } });
  expect(mail.text).toContain(greeting);
  expect(mail.html).toContain(action);
});

test('the mail contains no validity if the link does not expire', () => {
  expect(invitationMail({ ...invitation, days: null }).text).not.toContain('days');
});
