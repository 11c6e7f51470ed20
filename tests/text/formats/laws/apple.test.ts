import { testLaws } from "./tests";

testLaws("apple");
