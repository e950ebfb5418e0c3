const en = {
  title: 'Sign in',
  lead: 'Your team’s inbox is waiting.',
  email: 'E-mail address',
  password: 'Password',
  submit: 'Sign in',
  wrong: 'That e-mail address and password do not belong together.',
  tooMany: 'Too many wrong passwords. Try again in ten minutes.',
  demoTitle: 'Demo sign-ins',
  demoLead: 'Choose somebody; the password of all of them is',
  roles: { admin: 'Administrator', manager: 'Manager', user: 'Agent' },
  expiredTitle: 'This sign-in has expired',
  expired: 'It was left open for too long, or finished in another window.',
  failedTitle: 'This did not work',
  failed: 'The sign-in could not be carried out. Start again.',
  startAgain: 'Start again',
  signOutTitle: 'Sign out?',
  signOut: 'Sign out',
  signedOutTitle: 'You are signed out',
  signedOut: 'You can close this window, or sign in again.',
  acceptTitle: 'Welcome to Parley',
  choosePassword: 'Choose a password',
  passwordRule: 'At least 10 characters. Several words are easy to remember.',
  passwordAgain: 'The password once more',
  accept: 'Accept the invitation',
  passwordProblems: {
    short: 'Choose a password of at least 10 characters.',
    long: 'Choose a password of at most 200 characters.',
    address: 'That is too easy to guess. Choose another password.',
    differ: 'The two passwords differ.',
  },
  tooManyPasswords: 'Too many tries. Try again in ten minutes.',
  linkExpiredTitle: 'This invitation has expired',
  linkExpired: 'An invitation holds for 7 days. Ask whoever invited you for a new one.',
  linkUsedTitle: 'This invitation no longer opens',
  linkUsed:
    'It was used already, or a newer one took its place. If you chose a password, sign in with it; otherwise open the newest mail, or ask for another invitation.',
  linkWrongTitle: 'This link is incomplete',
  linkWrong:
    'Open it from the mail once more, or copy all of it. If that does not help, ask for another invitation.',
};

export type Texts = typeof en;

const es: Texts = {
  title: 'Iniciar sesión',
  lead: 'La bandeja de tu equipo te espera.',
  email: 'Correo electrónico',
  password: 'Contraseña',
  submit: 'Iniciar sesión',
  wrong: 'Ese correo electrónico y esa contraseña no coinciden.',
  tooMany: 'Demasiadas contraseñas incorrectas. Vuelve a intentarlo en diez minutos.',
  demoTitle: 'Cuentas de demostración',
  demoLead: 'Elige a alguien; la contraseña de todos es',
  roles: { admin: 'Administrador', manager: 'Gestor', user: 'Agente' },
  expiredTitle: 'Este inicio de sesión ha caducado',
  expired: 'Estuvo abierto demasiado tiempo o se terminó en otra ventana.',
  failedTitle: 'No ha funcionado',
  failed: 'No se pudo iniciar la sesión. Empieza de nuevo.',
  startAgain: 'Empezar de nuevo',
  signOutTitle: '¿Cerrar sesión?',
  signOut: 'Cerrar sesión',
  signedOutTitle: 'Has cerrado la sesión',
  signedOut: 'Puedes cerrar esta ventana o volver a iniciar sesión.',
  acceptTitle: 'Bienvenido a Parley',
  choosePassword: 'Elija una contraseña',
  passwordRule: 'Al menos 10 caracteres. Varias palabras se recuerdan con facilidad.',
  passwordAgain: 'La contraseña otra vez',
  accept: 'Aceptar la invitación',
  passwordProblems: {
    short: 'Elija una contraseña de al menos 10 caracteres.',
    long: 'Elija una contraseña de 200 caracteres como máximo.',
    address: 'Es demasiado fácil de adivinar. Elija otra contraseña.',
    differ: 'Las dos contraseñas no coinciden.',
  },
  tooManyPasswords: 'Demasiados intentos. Vuelva a intentarlo en diez minutos.',
  linkExpiredTitle: 'Esta invitación ha caducado',
  linkExpired: 'Una invitación vale 7 días. Pida otra a quien le invitó.',
  linkUsedTitle: 'Esta invitación ya no sirve',
  linkUsed:
    'Ya se usó, o una más nueva la sustituye. Si eligió una contraseña, inicie sesión con ella; si no, abra el correo más reciente o pida otra invitación.',
  linkWrongTitle: 'Este enlace está incompleto',
  linkWrong: 'Ábralo de nuevo desde el correo o cópielo entero. Si no funciona, pida otra invitación.',
};

const nl: Texts = {
  title: 'Inloggen',
  lead: 'De inbox van je team staat klaar.',
  email: 'E-mailadres',
  password: 'Wachtwoord',
  submit: 'Inloggen',
  wrong: 'Dit e-mailadres en wachtwoord horen niet bij elkaar.',
  tooMany: 'Te veel verkeerde wachtwoorden. Probeer het over tien minuten opnieuw.',
  demoTitle: 'Demo-accounts',
  demoLead: 'Kies iemand; het wachtwoord van iedereen is',
  roles: { admin: 'Beheerder', manager: 'Manager', user: 'Agent' },
  expiredTitle: 'Deze aanmelding is verlopen',
  expired: 'Ze stond te lang open of is in een ander venster afgerond.',
  failedTitle: 'Dit is niet gelukt',
  failed: 'Het inloggen kon niet worden uitgevoerd. Begin opnieuw.',
  startAgain: 'Opnieuw beginnen',
  signOutTitle: 'Uitloggen?',
  signOut: 'Uitloggen',
  signedOutTitle: 'Je bent uitgelogd',
  signedOut: 'Je kunt dit venster sluiten of opnieuw inloggen.',
  acceptTitle: 'Welkom bij Parley',
  choosePassword: 'Kies een wachtwoord',
  passwordRule: 'Minstens 10 tekens. Meerdere woorden onthoudt u makkelijk.',
  passwordAgain: 'Het wachtwoord nog een keer',
  accept: 'Uitnodiging aannemen',
  passwordProblems: {
    short: 'Kies een wachtwoord van minstens 10 tekens.',
    long: 'Kies een wachtwoord van hoogstens 200 tekens.',
    address: 'Dat is te makkelijk te raden. Kies een ander wachtwoord.',
    differ: 'De twee wachtwoorden verschillen.',
  },
  tooManyPasswords: 'Te veel pogingen. Probeer het over tien minuten opnieuw.',
  linkExpiredTitle: 'Deze uitnodiging is verlopen',
  linkExpired: 'Een uitnodiging geldt 7 dagen. Vraag om een nieuwe bij wie u uitnodigde.',
  linkUsedTitle: 'Deze uitnodiging werkt niet meer',
  linkUsed:
    'Ze is al gebruikt, of een nieuwere kwam ervoor in de plaats. Koos u een wachtwoord, log dan daarmee in; open anders de nieuwste mail of vraag om een andere uitnodiging.',
  linkWrongTitle: 'Deze link is niet compleet',
  linkWrong:
    'Open hem nog eens vanuit de mail, of kopieer hem helemaal. Helpt dat niet, vraag dan om een andere uitnodiging.',
};

const languages: Record<string, Texts> = { en, es, nl };

/** @returns the supported language that an `Accept-Language` header prefers; English if there is none */
export function pickLanguage(header: string | undefined): { language: string; texts: Texts } {
  const wanted = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';');
      const quality = /^\s*q=([\d.]+)/.exec(parameters.join(';'))?.[1] ?? '1';
      return { language: tag.split('-')[0] ?? '', quality: Number(quality) };
    })
    .filter(({ language, quality }) => Object.hasOwn(languages, language) && quality > 0)
    .sort((a, b) => b.quality - a.quality);
  const language = wanted[0]?.language ?? 'en';
  return { language, texts: languages[language] ?? en };
}
