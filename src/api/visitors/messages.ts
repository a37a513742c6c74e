import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type LocaleCode } from '#src/contract/locales.ts';

/** What the API itself says to a visitor, in the visitor's language. */
export interface Messages {
  /** Name of the voucher of a new account. */
  readonly welcome: string;
  readonly subject: string;
  readonly lines: readonly string[];
}

const ENGLISH: Messages = {
  welcome: 'Welcome',
  subject: 'Your new password for {site}',
  lines: [
    'Somebody, most likely you, asked for a new password for {site}.',
    'Choose it here within {minutes} minutes:\n{link}',
    'If it was not you, do nothing: your password stays as it is.',
  ],
};

const MESSAGES: Readonly<Partial<Record<LocaleCode, Messages>>> = {
  en: ENGLISH,
  cn: {
    welcome: '欢迎礼',
    subject: '重设你的{site}密码',
    lines: [
      '有人（很可能是你本人）请求重设{site}的密码。',
      '请在 {minutes} 分钟内在此设置新密码：\n{link}',
      '如果不是你本人操作，请忽略此邮件，密码不会改变。',
    ],
  },
  es: {
    welcome: 'Bienvenida',
    subject: 'Tu nueva contraseña de {site}',
    lines: [
      'Alguien, seguramente tú, ha pedido una contraseña nueva para {site}.',
      'Elígela aquí en los próximos {minutes} minutos:\n{link}',
      'Si no has sido tú, no hagas nada: tu contraseña no cambia.',
    ],
  },
  de: {
    welcome: 'Willkommen',
    subject: 'Dein neues Passwort für {site}',
    lines: [
      'Jemand, vermutlich du selbst, hat ein neues Passwort für {site} angefordert.',
      'Wähle es hier innerhalb von {minutes} Minuten:\n{link}',
      'Wenn du es nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.',
    ],
  },
  fr: {
    welcome: 'Bienvenue',
    subject: 'Votre nouveau mot de passe pour {site}',
    lines: [
      'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour {site}.',
      'Choisissez-le ici dans les {minutes} minutes :\n{link}',
      'Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.',
    ],
  },
  pt: {
    welcome: 'Boas-vindas',
    subject: 'A tua nova palavra-passe de {site}',
    lines: [
      'Alguém, provavelmente tu, pediu uma nova palavra-passe para {site}.',
      'Escolhe-a aqui nos próximos {minutes} minutos:\n{link}',
      'Se não foste tu, não faças nada: a tua palavra-passe continua a mesma.',
    ],
  },
  ph: {
    welcome: 'Maligayang pagdating',
    subject: 'Ang bago mong password sa {site}',
    lines: [
      'May humiling, malamang ikaw, ng bagong password para sa {site}.',
      'Piliin ito rito sa loob ng {minutes} minuto:\n{link}',
      'Kung hindi ikaw iyon, wala kang kailangang gawin: mananatili ang password mo.',
    ],
  },
  vn: {
    welcome: 'Quà chào mừng',
    subject: 'Mật khẩu mới của bạn tại {site}',
    lines: [
      'Có người, rất có thể là bạn, đã yêu cầu mật khẩu mới cho {site}.',
      'Hãy chọn mật khẩu tại đây trong vòng {minutes} phút:\n{link}',
      'Nếu không phải bạn, bạn không cần làm gì: mật khẩu vẫn giữ nguyên.',
    ],
  },
};

/** @param lang of the call, lower case, such as `pt-pt` */
export const messagesIn = (lang: string): Messages => MESSAGES[localeOfLang(lang)] ?? ENGLISH;

/** The code of the language a call is made in. */
export const localeOfLang = (lang: string): LocaleCode =>
  LOCALE_CODES.find((code) => LOCALES[code].lang.toLowerCase() === lang) ?? DEFAULT_LOCALE;
