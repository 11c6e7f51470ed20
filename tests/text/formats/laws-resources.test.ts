import { testLaws } from "./laws-tests";

testLaws("resources");
