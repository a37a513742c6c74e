import type { LocaleCode } from '#src/contract/locales.ts';
import type { MailText } from './messages.ts';

/** A change to how an account signs in. The owner of the account is notified by mail. */
export type SignInChange = 'password' | 'provider' | 'second-factor-on' | 'second-factor-off' | 'staff';

/** Texts of the mail about a change, with placeholders `{site}` and `{link}`. */
export interface AccountChangeMessages {
  readonly subject: string;
  readonly changes: Readonly<Record<SignInChange, string>>;
  readonly signedOut: string;
  readonly notYou: string;
  readonly deleted: MailText;
}

export const ACCOUNT_CHANGE_MESSAGES: Readonly<Record<LocaleCode, AccountChangeMessages>> = {
  en: {
    subject: 'Your sign-in at {site} has changed',
    changes: {
      password: 'Your account at {site} has a new password.',
      provider: 'Another way to sign in was added to your account at {site}: an OpenID provider.',
      'second-factor-on': 'A second factor was added to your account at {site}.',
      'second-factor-off': 'The second factor was removed from your account at {site}.',
      staff: 'Your account at {site} can now use the admin, with a new password and a second factor.',
    },
    signedOut: 'All other devices were signed out.',
    notYou: 'If this was not you, choose a new password right away:\n{link}',
    deleted: {
      subject: 'Your account at {site} was deleted',
      lines: [
        'Your account at {site} and everything in it were deleted.',
        'If this was not you, contact the support of {site}.',
      ],
    },
  },
  es: {
    subject: 'Tu inicio de sesión en {site} ha cambiado',
    changes: {
      password: 'Tu cuenta de {site} tiene una contraseña nueva.',
      provider: 'Se ha añadido otra forma de iniciar sesión en tu cuenta de {site}: un proveedor OpenID.',
      'second-factor-on': 'Se ha añadido un segundo factor a tu cuenta de {site}.',
      'second-factor-off': 'Se ha quitado el segundo factor de tu cuenta de {site}.',
      staff: 'Tu cuenta de {site} ya puede usar la administración, con una contraseña nueva y un segundo factor.',
    },
    signedOut: 'Se ha cerrado la sesión en todos los demás dispositivos.',
    notYou: 'Si no has sido tú, elige enseguida una contraseña nueva:\n{link}',
    deleted: {
      subject: 'Tu cuenta de {site} se ha eliminado',
      lines: [
        'Se ha eliminado tu cuenta de {site} con todo lo que contenía.',
        'Si no has sido tú, escribe al soporte de {site}.',
      ],
    },
  },
  cn: {
    subject: '你在{site}的登录方式已更改',
    changes: {
      password: '你在{site}的账号已设置新密码。',
      provider: '你在{site}的账号新增了一种登录方式：OpenID 登录。',
      'second-factor-on': '你在{site}的账号已启用两步验证。',
      'second-factor-off': '你在{site}的账号已关闭两步验证。',
      staff: '你在{site}的账号现在可以使用管理后台，并已设置新密码和两步验证。',
    },
    signedOut: '其他设备均已退出登录。',
    notYou: '如果不是你本人操作，请立即设置新密码：\n{link}',
    deleted: {
      subject: '你在{site}的账号已删除',
      lines: ['你在{site}的账号及其全部内容已被删除。', '如果不是你本人操作，请联系{site}的客服。'],
    },
  },
  de: {
    subject: 'Deine Anmeldung bei {site} wurde geändert',
    changes: {
      password: 'Dein Konto bei {site} hat ein neues Passwort.',
      provider: 'Für dein Konto bei {site} gibt es eine weitere Anmeldung: über einen OpenID-Anbieter.',
      'second-factor-on': 'Für dein Konto bei {site} wurde ein zweiter Faktor eingerichtet.',
      'second-factor-off': 'Der zweite Faktor deines Kontos bei {site} wurde entfernt.',
      staff: 'Dein Konto bei {site} kann jetzt die Verwaltung nutzen, mit neuem Passwort und zweitem Faktor.',
    },
    signedOut: 'Alle anderen Geräte wurden abgemeldet.',
    notYou: 'Wenn du das nicht warst, wähle sofort ein neues Passwort:\n{link}',
    deleted: {
      subject: 'Dein Konto bei {site} wurde gelöscht',
      lines: [
        'Dein Konto bei {site} wurde mit allem, was dazu gehört, gelöscht.',
        'Wenn du das nicht warst, wende dich an den Support von {site}.',
      ],
    },
  },
  fr: {
    subject: 'Votre connexion à {site} a changé',
    changes: {
      password: 'Votre compte {site} a un nouveau mot de passe.',
      provider: 'Un autre moyen de connexion a été ajouté à votre compte {site} : un fournisseur OpenID.',
      'second-factor-on': 'Un second facteur a été ajouté à votre compte {site}.',
      'second-factor-off': 'Le second facteur a été retiré de votre compte {site}.',
      staff:
        'Votre compte {site} peut maintenant utiliser l’administration, avec un nouveau mot de passe et un second facteur.',
    },
    signedOut: 'Tous les autres appareils ont été déconnectés.',
    notYou: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe :\n{link}',
    deleted: {
      subject: 'Votre compte {site} a été supprimé',
      lines: [
        'Votre compte {site} a été supprimé avec tout son contenu.',
        'Si ce n’était pas vous, contactez l’assistance de {site}.',
      ],
    },
  },
  pt: {
    subject: 'O teu início de sessão em {site} mudou',
    changes: {
      password: 'A tua conta em {site} tem uma nova palavra-passe.',
      provider: 'Foi acrescentada outra forma de iniciar sessão na tua conta em {site}: um fornecedor OpenID.',
      'second-factor-on': 'Foi acrescentado um segundo fator à tua conta em {site}.',
      'second-factor-off': 'O segundo fator da tua conta em {site} foi removido.',
      staff: 'A tua conta em {site} já pode usar a administração, com uma nova palavra-passe e um segundo fator.',
    },
    signedOut: 'A sessão foi terminada em todos os outros dispositivos.',
    notYou: 'Se não foste tu, escolhe já uma nova palavra-passe:\n{link}',
    deleted: {
      subject: 'A tua conta em {site} foi eliminada',
      lines: [
        'A tua conta em {site} foi eliminada com tudo o que continha.',
        'Se não foste tu, contacta o apoio de {site}.',
      ],
    },
  },
  ph: {
    subject: 'Nagbago ang pag-sign in mo sa {site}',
    changes: {
      password: 'May bagong password ang account mo sa {site}.',
      provider: 'May naidagdag na ibang paraan ng pag-sign in sa account mo sa {site}: isang OpenID provider.',
      'second-factor-on': 'Nilagyan ng second factor ang account mo sa {site}.',
      'second-factor-off': 'Inalis ang second factor ng account mo sa {site}.',
      staff: 'Magagamit na ng account mo sa {site} ang admin, na may bagong password at second factor.',
    },
    signedOut: 'Na-sign out ang lahat ng iba pang device.',
    notYou: 'Kung hindi ikaw iyon, pumili agad ng bagong password:\n{link}',
    deleted: {
      subject: 'Nabura ang account mo sa {site}',
      lines: [
        'Nabura ang account mo sa {site} pati ang lahat ng laman nito.',
        'Kung hindi ikaw iyon, makipag-ugnayan sa support ng {site}.',
      ],
    },
  },
  vn: {
    subject: 'Cách đăng nhập của bạn tại {site} đã thay đổi',
    changes: {
      password: 'Tài khoản của bạn tại {site} có mật khẩu mới.',
      provider: 'Tài khoản của bạn tại {site} có thêm một cách đăng nhập: nhà cung cấp OpenID.',
      'second-factor-on': 'Tài khoản của bạn tại {site} đã bật xác thực hai bước.',
      'second-factor-off': 'Tài khoản của bạn tại {site} đã tắt xác thực hai bước.',
      staff: 'Tài khoản của bạn tại {site} giờ có thể dùng trang quản trị, với mật khẩu mới và xác thực hai bước.',
    },
    signedOut: 'Mọi thiết bị khác đã được đăng xuất.',
    notYou: 'Nếu không phải bạn, hãy đặt mật khẩu mới ngay:\n{link}',
    deleted: {
      subject: 'Tài khoản của bạn tại {site} đã bị xóa',
      lines: [
        'Tài khoản của bạn tại {site} cùng mọi nội dung đã bị xóa.',
        'Nếu không phải bạn, hãy liên hệ bộ phận hỗ trợ của {site}.',
      ],
    },
  },
  id: {
    subject: 'Cara masukmu di {site} telah berubah',
    changes: {
      password: 'Akunmu di {site} memiliki kata sandi baru.',
      provider: 'Cara masuk lain telah ditambahkan ke akunmu di {site}: penyedia OpenID.',
      'second-factor-on': 'Verifikasi dua langkah telah diaktifkan untuk akunmu di {site}.',
      'second-factor-off': 'Verifikasi dua langkah telah dinonaktifkan untuk akunmu di {site}.',
      staff: 'Akunmu di {site} kini dapat memakai halaman admin, dengan kata sandi baru dan verifikasi dua langkah.',
    },
    signedOut: 'Semua perangkat lain telah dikeluarkan.',
    notYou: 'Jika ini bukan kamu, segera buat kata sandi baru:\n{link}',
    deleted: {
      subject: 'Akunmu di {site} telah dihapus',
      lines: [
        'Akunmu di {site} beserta seluruh isinya telah dihapus.',
        'Jika ini bukan kamu, hubungi dukungan {site}.',
      ],
    },
  },
};
