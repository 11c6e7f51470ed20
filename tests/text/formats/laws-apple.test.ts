import { testLaws } from "./laws-tests";

testLaws("apple");
