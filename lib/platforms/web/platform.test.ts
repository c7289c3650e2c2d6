import { testLinks } from '../testing/test-links'
import links from './links.json'

testLinks(links, 'on')
