import type { ChannelManifest } from '../manifest';
import { offers } from './offers';

/** Names under which what opens a mailbox is sealed. */
export const emailSecrets = [
  ...(['imap-server', 'smtp-server', 'user-name', 'password', 'access-token'] as const),
  ...(['dkim-selector', 'dkim-key'] as const),
] as const;

/** A mailbox: read by IMAP or forwarded to us by SMTP, and answered by SMTP. */
export const manifest: ChannelManifest = {
  name: { en: 'E-mail', es: 'Correo electrónico', nl: 'E-mail' },
  platforms: offers,
  receives: ['text', 'image', 'video', 'audio', 'document', 'echo', 'delivered'],
  credentials: [
    {
      key: 'address',
      label: { en: 'E-mail address', es: 'Dirección de correo', nl: 'E-mailadres' },
      help: {
        en: 'What contacts write to, and what answers come from.',
        es: 'A la que escriben los contactos y desde la que se responde.',
        nl: 'Waar contacten naar schrijven en waarvandaan wordt geantwoord.',
      },
      format: 'email',
      mostLength: 254,
      keptAs: 'account',
    },
    {
      key: 'imapServer',
      label: { en: 'IMAP server', es: 'Servidor IMAP', nl: 'IMAP-server' },
      help: {
        en: 'Host and port, as imap.example.com:993. Leave it empty where mail is forwarded to Parley.',
        es: 'Servidor y puerto, como imap.example.com:993. Déjelo vacío si el correo se reenvía a Parley.',
        nl: 'Server en poort, zoals imap.example.com:993. Laat leeg als mail naar Parley wordt doorgestuurd.',
      },
      format: 'server',
      mostLength: 260,
      keptAs: 'secret',
      secretName: 'imap-server',
      isOptional: true,
    },
    {
      key: 'smtpServer',
      label: { en: 'SMTP server', es: 'Servidor SMTP', nl: 'SMTP-server' },
      help: {
        en: 'Host and port, as smtp.example.com:465 or smtp.example.com:587.',
        es: 'Servidor y puerto, como smtp.example.com:465 o smtp.example.com:587.',
        nl: 'Server en poort, zoals smtp.example.com:465 of smtp.example.com:587.',
      },
      format: 'server',
      mostLength: 260,
      keptAs: 'secret',
      secretName: 'smtp-server',
    },
    {
      key: 'userName',
      label: { en: 'User name', es: 'Nombre de usuario', nl: 'Gebruikersnaam' },
      help: {
        en: 'Of the mailbox; often the address itself. Leave it empty where the server asks for none.',
        es: 'Del buzón; a menudo la propia dirección. Déjelo vacío si el servidor no lo pide.',
        nl: 'Van de mailbox; vaak het adres zelf. Laat leeg als de server er geen vraagt.',
      },
      format: 'token',
      mostLength: 254,
      keptAs: 'secret',
      secretName: 'user-name',
      isOptional: true,
    },
    {
      key: 'password',
      label: { en: 'Password', es: 'Contraseña', nl: 'Wachtwoord' },
      help: {
        en: 'Of the mailbox, or one made for this application.',
        es: 'Del buzón, o una creada para esta aplicación.',
        nl: 'Van de mailbox, of een dat voor deze toepassing is gemaakt.',
      },
      format: 'token',
      mostLength: 1000,
      keptAs: 'secret',
      secretName: 'password',
      isOptional: true,
    },
    {
      key: 'accessToken',
      label: { en: 'Access token', es: 'Token de acceso', nl: 'Toegangstoken' },
      help: {
        en: 'OAuth 2 in place of a password (XOAUTH2).',
        es: 'OAuth 2 en lugar de una contraseña (XOAUTH2).',
        nl: 'OAuth 2 in plaats van een wachtwoord (XOAUTH2).',
      },
      format: 'token',
      mostLength: 8000,
      keptAs: 'secret',
      secretName: 'access-token',
      isOptional: true,
    },
    {
      key: 'dkimSelector',
      label: { en: 'DKIM selector', es: 'Selector DKIM', nl: 'DKIM-selector' },
      help: {
        en: 'Where Parley is to sign what it sends: the name under which the public key stands in DNS.',
        es: 'Si Parley ha de firmar lo que envía: el nombre con el que la clave pública está en el DNS.',
        nl: 'Als Parley moet ondertekenen wat het verstuurt: de naam waaronder de publieke sleutel in DNS staat.',
      },
      format: 'token',
      mostLength: 63,
      keptAs: 'secret',
      secretName: 'dkim-selector',
      isOptional: true,
    },
    {
      key: 'dkimKey',
      label: { en: 'DKIM private key', es: 'Clave privada DKIM', nl: 'Privésleutel voor DKIM' },
      help: {
        en: 'The private key (PEM) that belongs to it. Leave it empty where the SMTP server signs by itself.',
        es: 'La clave privada (PEM) que le corresponde. Déjela vacía si el servidor SMTP firma por sí mismo.',
        nl: 'De bijbehorende privésleutel (PEM). Laat leeg als de SMTP-server zelf ondertekent.',
      },
      format: 'key',
      mostLength: 8000,
      keptAs: 'secret',
      secretName: 'dkim-key',
      isOptional: true,
    },
  ],
  hasSeveralSenders: true,
  isCheckable: true,
  feed: { by: 'poll' },
  api: { url: null, mediaHosts: [], secretNames: emailSecrets },
};
