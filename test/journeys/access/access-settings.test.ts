// @module-tag slow
import { testAccess } from '../../scenes/access-tests.ts';
import { settingsScenes } from '../../scenes/settings-scenes.ts';

testAccess(settingsScenes);
