import Button from '@mui/material/Button';
import { useEffect, useState } from 'react';
import { Link, useLogout, useRedirect } from 'react-admin';
import { forgetSession, readSession, signOut } from '../providers/session.ts';
import { DoorCard } from './DoorCard.tsx';
import { Enrol } from './Enrol.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RemoveFactor } from './RemoveFactor.tsx';

/** Sets up the second factor of the signed-in account, shows the recovery codes once, and turns the factor off. */
export function SecondFactorPage() {
  const { has, mustHave } = useFactor();
  const [codes, setCodes] = useState<readonly string[]>();
  const redirect = useRedirect();
  const removed = () => {
    forgetSession();
    redirect('/');
  };
  if (codes)
    return (
      <DoorCard title="Save your recovery codes">
        <RecoveryCodes codes={codes} />
      </DoorCard>
    );
  return (
    <DoorCard title={has === true ? 'Second factor' : 'Set up a second factor'}>
      {has === true && <RemoveFactor onRemoved={removed} />}
      {has === false && <Enrol onCodes={setCodes} />}
      {mustHave ? (
        <SignOutButton />
      ) : (
        <Button component={Link} to="/" fullWidth sx={{ mt: 1 }}>
          Back
        </Button>
      )}
    </DoorCard>
  );
}

function useFactor() {
  const [state, setState] = useState<{ has: boolean | undefined; mustHave: boolean }>({
    has: undefined,
    mustHave: false,
  });
  const logout = useLogout();
  useEffect(() => {
    readSession().then(
      ({ user, second_factor_required: mustHave = false }) => setState({ has: user.hasSecondFactor, mustHave }),
      () => logout(),
    );
  }, [logout]);
  return state;
}

function SignOutButton() {
  const logout = useLogout();
  const end = async () => {
    await signOut().catch(() => undefined);
    await logout();
  };
  return (
    <Button fullWidth onClick={end} sx={{ mt: 1 }}>
      Sign out
    </Button>
  );
}
