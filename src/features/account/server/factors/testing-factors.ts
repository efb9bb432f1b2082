import {
  addPasskey,
  beginCodes,
  beginPasskey,
  beginPasskeySignIn,
  beginSecondPasskey,
  secondFactor,
  signInWithPasskey,
  turnCodesOn,
} from '../../contract/factors.ts';
import type { SecondStep } from '../../contract/second-step.ts';
import { signIn } from '../../contract/sessions.ts';
import type { TestSite } from '../testing-site.ts';
import { ada, type Visitor } from '../testing-visitor.ts';
import type { Device, ResponseOverrides } from './testing-device.ts';
import { codeOf, stepOf } from './time-codes.ts';

const password = ada.password;

/** Casts the options to what the device reads. */
function creation(options: object) {
  return options as Parameters<Device['create']>[0];
}

/** Creates a passkey on the device and adds it; returns its id and the recovery codes. */
export async function addPasskeyOf(visitor: Visitor, device: Device, lies?: ResponseOverrides) {
  const { body: options } = await visitor.call(beginPasskey, { body: { password } });
  const credential = device.create(creation(options), lies);
  const { body } = await visitor.call(addPasskey, { body: { name: 'Laptop', credential } });
  return { id: body.passkey.id, recoveryCodes: body.recoveryCodes };
}

/** Turns codes on; returns their secret and the recovery codes. */
export async function turnOnCodes(visitor: Visitor, { clock }: TestSite, typed: string = password) {
  const { body } = await visitor.call(beginCodes, { body: { password: typed } });
  const code = codeOf(body.secret, stepOf(clock.now));
  const { setup, secret } = body;
  const { recoveryCodes } = (await visitor.call(turnCodesOn, { body: { setup, code } })).body;
  // The first code is used up.
  clock.now += 30_000;
  return { secret, recoveryCodes };
}

/** Signs in by password; returns the second step that the account asks for. */
export async function passFirstStep(visitor: Visitor): Promise<SecondStep> {
  const { body } = await visitor.call(signIn, { body: { email: ada.email, password } });
  if (!('secondStep' in body)) throw new Error('The password was enough.');
  return body.secondStep;
}

export async function passByPasskey(visitor: Visitor, device: Device, lies?: ResponseOverrides) {
  const { ticket } = await passFirstStep(visitor);
  const { body: options } = await visitor.call(beginSecondPasskey, { body: { ticket } });
  const proof = { credential: device.use(options, lies) };
  return (await visitor.call(secondFactor, { body: { ticket, proof } })).body;
}

export async function signInByPasskey(visitor: Visitor, device: Device, lies?: ResponseOverrides) {
  const { body: options } = await visitor.call(beginPasskeySignIn, {});
  const credential = device.use(options, lies);
  return (await visitor.call(signInWithPasskey, { body: { credential } })).body;
}
