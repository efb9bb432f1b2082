import { expect, test } from 'vitest';
import { fileOf, readExport } from '../testing-exports.ts';
import { item, wrap } from './testing-wordpress.ts';

const audiencesOf = async (items: readonly string[]) => {
  const { texts } = await readExport(fileOf('a.xml', wrap(items.join(''))));
  return texts.map(({ audience }) => audience);
};
const block = (name: string) => `<!-- wp:${name} --><p>Inner</p><!-- /wp:${name} -->`;
const meta = (key: string, value: string) =>
  `<wp:postmeta><wp:meta_key>${key}</wp:meta_key><wp:meta_value>${value}</wp:meta_value></wp:postmeta>`;

test.each([
  ['a view for subscribers', block('premium-content/subscriber-view'), 'paying'],
  [
    'what follows a paywall',
    `<p>Open</p>${block('jetpack/paywall').replace('<p>Inner</p>', '')}<p>Rest</p>`,
    'paying',
  ],
  ['a block of another plug-in', block('woocommerce-memberships/member-content'), 'paying'],
  ['a limit on any block', block('paragraph {"visibilityBlockEnabled":true}'), 'paying'],
  [
    'a paywall that is closed at once',
    '<p>Open</p><!-- wp:jetpack/paywall /--><p>Rest</p>',
    'paying',
  ],
  ['a form for members', '<p>Open</p><!-- wp:some/member-login /-->', 'everybody'],
  ['a plug-in by its name', block('premium/heading'), 'everybody'],
  ['a team', block('some/team-member'), 'everybody'],
  ['members only', 'Open [members_only]Inner[/members_only]', 'paying'],
  ['restrict', '[restrict paid="true"]Inner[/restrict]', 'paying'],
  ['a membership', '[pmpro_membership level="1"]Inner[/pmpro_membership]', 'paying'],
  ['MemberPress', '[mepr-show rules="7"]Inner[/mepr-show]', 'paying'],
  ['WooCommerce', '[wcm_restrict]Inner[/wcm_restrict]', 'paying'],
  ['signed in', '[um_loggedin]Inner[/um_loggedin]', 'signed-in'],
  ['what a sign-in shows', '[login_visible]Inner[/login_visible]', 'signed-in'],
  ['a locker', '[emaillocker]Inner[/emaillocker]', 'signed-in'],
  ['private content', '[private_content]Inner[/private_content]', 'paying'],
  ['both', '[membership]One[/membership][is_logged_in]Two[/is_logged_in]', 'paying'],
  ['words for visitors', '[not_logged_in]Sign up![/not_logged_in]', 'everybody'],
  ['a shortcode that encloses nothing', 'Count: [members_count type="all"]', 'everybody'],
  ['a shortcode in code', '[code][restrict]a[/restrict][/code]', 'everybody'],
])('WordPress: a part for some readers limits the text: %s', async (_, text, audience) => {
  const { texts } = await readExport(fileOf('a.xml', wrap(item(1, '', text))));
  expect(texts[0]?.audience).toBe(audience);
  expect(texts[0]?.notes.some((note) => note.includes('A part of it'))).toBe(
    audience !== 'everybody',
  );
});

test('WordPress: the fields of plug-ins limit the text, and the narrowest limit counts', async () => {
  const access = '_jetpack_newsletter_access';
  const signedIn = 'a:2:{s:26:"_um_custom_access_settings";s:1:"1";s:14:"_um_accessible";s:1:"2";}';
  expect(
    await audiencesOf([
      item(1, meta(access, 'paid_subscribers')),
      item(2, meta(access, 'subscribers')),
      item(3, meta(access, 'everybody')),
      item(4, meta('_members_access_role', 'editor')),
      item(5, meta('um_content_restriction', signedIn)),
      item(6, meta('_wpmem_block', '0') + meta('rcp_user_level', 'All')),
      item(7, `${meta(access, 'subscribers')}<wp:post_password>kite</wp:post_password>`),
      item(8, meta(access, 'subscribers'), '[restrict]Inner[/restrict]'),
    ]),
  ).toEqual([
    'paying',
    'signed-in',
    'everybody',
    'paying',
    'signed-in',
    'everybody',
    'password',
    'paying',
  ]);
});

test.each([
  ['memberful_acl', 'a:1:{i:0;s:1:"7";}', 'paying'],
  ['groups-read', '2', 'paying'],
  ['_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:4:"only";}', 'paying'],
  ['_issuem_leaky_paywall_visibility', 'a:1:{s:15:"visibility_type";s:7:"default";}', 'everybody'],
  ['pms-content-restrict-user-status', 'loggedin', 'signed-in'],
  ['pms-content-restrict-type', 'default', 'everybody'],
  ['_wc_memberships_use_custom_content_restricted_message', 'yes', 'everybody'],
  ['a_plugin_restricted_to', 'a:1:{i:0;s:4:"gold";}', 'paying'],
  ['a_plugin_restricted_to', 'a:0:{}', 'everybody'],
  ['_members_only', '1', 'paying'],
  ['_yoast_wpseo_title', 'Restricted', 'everybody'],
])('WordPress: the field %s of a plug-in, %s', async (key, value, audience) => {
  expect(await audiencesOf([item(1, meta(key, value))])).toEqual([audience]);
});
