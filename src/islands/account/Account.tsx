import type { UserInfo } from '#src/contract/entities/visitor.ts';
import { $profileState, loadProfile } from '#src/stores/account-lists.ts';
import type { deleteAccount } from '#src/stores/account-settings.ts';
import type { signOut } from '#src/stores/sign-in.ts';
import { SyncLine } from '../history/SyncLine.tsx';
import { Icon } from '../ui/Icon.tsx';
import { formatTime } from '../ui/time.ts';
import type { Island } from '../ui/use-island.ts';
import { useStored } from '../ui/use-stored.ts';
import { Settings } from './Settings.tsx';

interface Part {
  readonly island: Island<'account'>;
}

interface AccountProps extends Part {
  readonly user: UserInfo;
  /** Signs out and leaves the account's pages. */
  readonly leave: typeof signOut;
  /** Deletes the account and leaves its pages. */
  readonly remove: typeof deleteAccount;
}

/** Who is signed in, what they have, and the pages of the account. */
export function Account({ island, user, leave, remove }: AccountProps) {
  const { t, tag } = island;
  const name = user.name || user.email;
  const [initial] = name;
  const since = formatTime(user.created_at, tag, { year: 'numeric', month: 'long' });
  return (
    <section className="account">
      <header className="profile">
        <span className="avatar" aria-hidden="true">
          {initial?.toUpperCase()}
        </span>
        <div className="profile-lines">
          <h2>{name}</h2>
          <p>{user.email}</p>
          <p>{t('member-since', { date: since })}</p>
        </div>
        <p className="profile-coins">
          <Icon name="coins" />
          {t('coins', { count: user.coins })}
        </p>
      </header>
      <SyncLine island={island} />
      <AccountLinks island={island} />
      <Settings island={island} user={user} leave={leave} remove={remove} />
      <button type="button" className="button button-quiet" onClick={() => void leave()}>
        {t('sign-out')}
      </button>
    </section>
  );
}

function AccountLinks({ island: { t, paths } }: Part) {
  const ways = [
    { href: paths.myinfo('myLocked'), icon: 'unlock', text: t('my-locked') },
    { href: paths.myinfo('rechargeList'), icon: 'wallet', text: t('recharge-list') },
    { href: paths.myinfo('voucherHistory'), icon: 'gift', text: t('voucher-history') },
    { href: paths.myinfo('teams_of_services'), icon: 'list', text: t('terms') },
    { href: paths.myinfo('privacyPolicy'), icon: 'lock', text: t('privacy') },
  ] as const;
  return (
    <nav className="account-ways" aria-label={t('account-title')}>
      {ways.map(({ href, icon, text }) => (
        <a key={href} href={href}>
          <Icon name={icon} />
          <span>{text}</span>
          <Icon name="next" />
        </a>
      ))}
    </nav>
  );
}

/** The shape of what comes. */
export function ProfileSkeleton({ island: { t } }: Part) {
  return (
    <section className="account" aria-busy="true">
      <p className="said">{t('loading')}</p>
      <div className="profile profile-waiting" />
      <div className="account-ways account-ways-waiting" />
    </section>
  );
}

/** The account has not come yet, or could not. */
export function NoProfile({ island }: Part) {
  const { t } = island;
  const state = useStored($profileState, 'idle');
  if (state !== 'failed') return <ProfileSkeleton island={island} />;
  return (
    <div className="account-error" role="alert">
      <p>{t('error-unknown')}</p>
      <button type="button" className="button button-quiet" onClick={() => void loadProfile()}>
        <Icon name="retry" />
        {t('again')}
      </button>
    </div>
  );
}
