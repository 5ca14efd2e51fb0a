@echo off
rem Starts Acord from the folder of a release, on Windows. ACORD_HEAP sets the heap: 6g.
setlocal
set "ACORD_FOLDER=%~dp0.."
set "ACORD_JAVA=java"
if defined JAVA_HOME set "ACORD_JAVA=%JAVA_HOME%\bin\java"
if exist "%ACORD_FOLDER%\runtime\bin\java.exe" set "ACORD_JAVA=%ACORD_FOLDER%\runtime\bin\java"
set "ACORD_HEAP_OPTION="
if defined ACORD_HEAP set "ACORD_HEAP_OPTION=-Xmx%ACORD_HEAP%"
"%ACORD_JAVA%" %ACORD_HEAP_OPTION% -XX:+UseSerialGC -jar "%ACORD_FOLDER%\acord.jar" %*
exit /b %ERRORLEVEL%
