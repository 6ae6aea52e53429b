// The module's tests stand in Tests/AppTests and Tests/Scripts.
