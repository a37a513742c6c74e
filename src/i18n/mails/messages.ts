import { DEFAULT_LOCALE, LOCALE_CODES, LOCALES, type LocaleCode } from '#src/contract/locales.ts';

/** The API's own texts for visitors, in their language. */
export interface Messages {
  /** Name of the voucher of a new account. */
  readonly welcome: string;
  /** The mail with the link to reset the password. */
  readonly reset: MailText;
  /** The mail to the owner of an account whose email someone tried to register again. */
  readonly account: MailText;
}

/** Texts of a mail; `{site}`, `{link}` and `{minutes}` are placeholders. */
export interface MailText {
  readonly subject: string;
  readonly lines: readonly string[];
}

const ENGLISH: Messages = {
  welcome: 'Welcome',
  reset: {
    subject: 'Your new password for {site}',
    lines: [
      'Somebody, probably you, asked to reset the password for {site}.',
      'Choose it here within {minutes} minutes:\n{link}',
      'If this was not you, ignore this email. Your password stays the same.',
    ],
  },
  account: {
    subject: 'Your account at {site}',
    lines: [
      'Somebody, probably you, tried to create an account at {site} with this address.',
      'You already have one. Sign in or reset your password here:\n{link}',
      'If this was not you, ignore this email. Nobody has signed in, and nothing has changed.',
    ],
  },
};

const MESSAGES: Readonly<Record<LocaleCode, Messages>> = {
  en: ENGLISH,
  cn: {
    welcome: '欢迎礼',
    reset: {
      subject: '重设你的{site}密码',
      lines: [
        '有人（很可能是你本人）请求重设{site}的密码。',
        '请在 {minutes} 分钟内在此设置新密码：\n{link}',
        '如果不是你本人操作，请忽略此邮件，密码不会改变。',
      ],
    },
    account: {
      subject: '你在{site}的账号',
      lines: [
        '有人（很可能是你本人）尝试用此邮箱在{site}注册账号。',
        '你已经有账号了。请在此登录，或在那里申请新密码：\n{link}',
        '如果不是你本人操作，请忽略此邮件：没有人登录，也没有任何改动。',
      ],
    },
  },
  es: {
    welcome: 'Bienvenida',
    reset: {
      subject: 'Tu nueva contraseña de {site}',
      lines: [
        'Alguien, seguramente tú, ha pedido una contraseña nueva para {site}.',
        'Elígela aquí en los próximos {minutes} minutos:\n{link}',
        'Si no has sido tú, no hagas nada: tu contraseña no cambia.',
      ],
    },
    account: {
      subject: 'Tu cuenta de {site}',
      lines: [
        'Alguien, seguramente tú, ha intentado crear una cuenta en {site} con esta dirección.',
        'Ya tienes una. Inicia sesión aquí, o pide allí una contraseña nueva:\n{link}',
        'Si no has sido tú, no hagas nada: nadie ha iniciado sesión y nada ha cambiado.',
      ],
    },
  },
  de: {
    welcome: 'Willkommen',
    reset: {
      subject: 'Dein neues Passwort für {site}',
      lines: [
        'Jemand, vermutlich du selbst, hat ein neues Passwort für {site} angefordert.',
        'Wähle es hier innerhalb von {minutes} Minuten:\n{link}',
        'Wenn du es nicht warst, brauchst du nichts zu tun: Dein Passwort bleibt, wie es ist.',
      ],
    },
    account: {
      subject: 'Dein Konto bei {site}',
      lines: [
        'Jemand, vermutlich du selbst, wollte mit dieser Adresse ein Konto bei {site} anlegen.',
        'Du hast schon eines. Melde dich hier an, oder fordere dort ein neues Passwort an:\n{link}',
        'Wenn du es nicht warst, brauchst du nichts zu tun: Niemand ist angemeldet, und nichts wurde geändert.',
      ],
    },
  },
  fr: {
    welcome: 'Bienvenue',
    reset: {
      subject: 'Votre nouveau mot de passe pour {site}',
      lines: [
        'Quelqu’un, sans doute vous, a demandé un nouveau mot de passe pour {site}.',
        'Choisissez-le ici dans les {minutes} minutes :\n{link}',
        'Si ce n’était pas vous, ne faites rien : votre mot de passe reste le même.',
      ],
    },
    account: {
      subject: 'Votre compte sur {site}',
      lines: [
        'Quelqu’un, sans doute vous, a voulu créer un compte sur {site} avec cette adresse.',
        'Vous en avez déjà un. Connectez-vous ici, ou demandez-y un nouveau mot de passe :\n{link}',
        'Si ce n’était pas vous, ne faites rien : personne ne s’est connecté et rien n’a changé.',
      ],
    },
  },
  pt: {
    welcome: 'Boas-vindas',
    reset: {
      subject: 'A tua nova palavra-passe de {site}',
      lines: [
        'Alguém, provavelmente tu, pediu uma nova palavra-passe para {site}.',
        'Escolhe-a aqui nos próximos {minutes} minutos:\n{link}',
        'Se não foste tu, não faças nada: a tua palavra-passe continua a mesma.',
      ],
    },
    account: {
      subject: 'A tua conta em {site}',
      lines: [
        'Alguém, provavelmente tu, tentou criar uma conta em {site} com este endereço.',
        'Já tens uma. Inicia sessão aqui, ou pede lá uma nova palavra-passe:\n{link}',
        'Se não foste tu, não faças nada: ninguém iniciou sessão e nada mudou.',
      ],
    },
  },
  ph: {
    welcome: 'Maligayang pagdating',
    reset: {
      subject: 'Ang bago mong password sa {site}',
      lines: [
        'May humiling, malamang ikaw, ng bagong password para sa {site}.',
        'Piliin ito rito sa loob ng {minutes} minuto:\n{link}',
        'Kung hindi ikaw iyon, wala kang kailangang gawin: mananatili ang password mo.',
      ],
    },
    account: {
      subject: 'Ang account mo sa {site}',
      lines: [
        'May sumubok, malamang ikaw, na gumawa ng account sa {site} gamit ang address na ito.',
        'Mayroon ka nang account. Mag-sign in dito, o humingi roon ng bagong password:\n{link}',
        'Kung hindi ikaw iyon, wala kang kailangang gawin: walang nag-sign in at walang nabago.',
      ],
    },
  },
  vn: {
    welcome: 'Quà chào mừng',
    reset: {
      subject: 'Mật khẩu mới của bạn tại {site}',
      lines: [
        'Có người, rất có thể là bạn, đã yêu cầu mật khẩu mới cho {site}.',
        'Hãy chọn mật khẩu tại đây trong vòng {minutes} phút:\n{link}',
        'Nếu không phải bạn, bạn không cần làm gì: mật khẩu vẫn giữ nguyên.',
      ],
    },
    account: {
      subject: 'Tài khoản của bạn tại {site}',
      lines: [
        'Có người, rất có thể là bạn, đã thử tạo tài khoản tại {site} bằng địa chỉ này.',
        'Bạn đã có tài khoản rồi. Hãy đăng nhập tại đây, hoặc yêu cầu mật khẩu mới ở đó:\n{link}',
        'Nếu không phải bạn, bạn không cần làm gì: không ai đăng nhập và không có gì thay đổi.',
      ],
    },
  },
  id: {
    welcome: 'Selamat datang',
    reset: {
      subject: 'Kata sandi barumu untuk {site}',
      lines: [
        'Seseorang, kemungkinan besar kamu, meminta kata sandi baru untuk {site}.',
        'Buat kata sandi baru di sini dalam {minutes} menit:\n{link}',
        'Jika ini bukan kamu, abaikan surel ini. Kata sandimu tetap sama.',
      ],
    },
    account: {
      subject: 'Akunmu di {site}',
      lines: [
        'Seseorang, kemungkinan besar kamu, mencoba membuat akun di {site} dengan alamat ini.',
        'Kamu sudah punya akun. Masuk di sini, atau minta kata sandi baru di sana:\n{link}',
        'Jika ini bukan kamu, abaikan surel ini. Tidak ada yang masuk, dan tidak ada yang berubah.',
      ],
    },
  },
};

/** Returns the texts in a language. @param lang language of the call in lower case, such as `pt-pt` */
export const messagesIn = (lang: string): Messages => MESSAGES[localeOfLang(lang)];

/** Returns the locale code for the language of a call. */
export const localeOfLang = (lang: string): LocaleCode =>
  LOCALE_CODES.find((code) => LOCALES[code].lang.toLowerCase() === lang) ?? DEFAULT_LOCALE;
